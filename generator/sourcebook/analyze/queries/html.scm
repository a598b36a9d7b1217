; HTML: headings make sections, elements with an id are keys.

((element (start_tag (tag_name) @_tag)) @heading (#match? @_tag "^[hH][1-6]$"))
(start_tag
  (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name))
  (#match? @_id "^[iI][dD]$")) @definition.key
(comment) @comment
