; Swift.

(class_declaration declaration_kind: ["class" "actor"] name: (_) @name body: (_) @body)
  @definition.class
(class_declaration declaration_kind: "struct" name: (_) @name body: (_) @body)
  @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name body: (_) @body)
  @definition.scope
(class_declaration (inheritance_specifier) @bases body: (_)) @definition.scope
(protocol_declaration name: (_) @name body: (_) @body) @definition.interface
(protocol_declaration (inheritance_specifier) @bases) @definition.interface

(function_declaration
  name: [
    (simple_identifier) (custom_operator)
    "==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "&" "|" "^" "~" "<<" ">>"
    "+=" "-=" "*=" "/=" "%=" "++" "--"
  ] @name
  body: (_)? @body) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration name: "init" @name body: (_)? @body) @definition.constructor
(deinit_declaration "deinit" @name body: (_) @body) @definition.method
(subscript_declaration "subscript" @name) @definition.property

(source_file (property_declaration name: (pattern (simple_identifier) @name)) @definition.variable)
(class_body (property_declaration
  name: (pattern (simple_identifier) @name)) @definition.field)
(class_body (property_declaration
  name: (pattern (simple_identifier) @name)
  computed_value: (_) @body) @definition.property)
(enum_class_body (property_declaration
  name: (pattern (simple_identifier) @name)
  computed_value: (_) @body) @definition.property)
(protocol_property_declaration name: (pattern (simple_identifier) @name)) @definition.field
(enum_entry name: (simple_identifier) @name) @definition.constant
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

[
  (comment)
  (multiline_comment)
] @comment
(attribute) @decorator

; what stands in round brackets, or is a closure: ``a[1]`` is no call
(call_expression . [(simple_identifier) (navigation_expression)] @call
  (call_suffix [(lambda_literal) (value_arguments "(")]))
(constructor_expression (_) @call)

[
  (if_statement)
  (guard_statement)
  (for_statement)
  (while_statement)
  (repeat_while_statement)
  (switch_entry)
  (catch_block)
  (ternary_expression)
  (conjunction_expression)
  (disjunction_expression)
  (nil_coalescing_expression)
] @decision
(if_statement condition: (_) @condition . "{" . (statements) @outcome)
(guard_statement condition: (_) @condition (else) . "{" . (statements) @outcome)
(control_transfer_statement (throw_keyword) (_) @raise)

(import_declaration (identifier) @import.module) @import

(directive) @directive
