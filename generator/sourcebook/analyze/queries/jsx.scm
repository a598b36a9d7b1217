; JSX elements are uses of the component that they name.

(jsx_opening_element name: [(identifier) (member_expression)] @reference
  (#match? @reference "^[A-Z]|\\."))
(jsx_self_closing_element name: [(identifier) (member_expression)] @reference
  (#match? @reference "^[A-Z]|\\."))
