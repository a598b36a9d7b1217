; Kotlin.

(class_declaration "class" name: (_) @name) @definition.class
(class_declaration "interface" name: (_) @name) @definition.interface
(class_declaration (modifiers (class_modifier "enum")) name: (_) @name) @definition.enum
(class_declaration (primary_constructor (class_parameters) @parameters)) @definition.class
(class_declaration (delegation_specifiers) @bases) @definition.class
(class_declaration [(class_body) (enum_class_body)] @body) @definition.class
(object_declaration name: (_) @name) @definition.class
(object_declaration (delegation_specifiers) @bases) @definition.class
(object_declaration (class_body) @body) @definition.class
(object_literal (delegation_specifiers) @bases (class_body) @body) @definition.class

(function_declaration name: (_) @name (function_value_parameters) @parameters) @definition.function
(function_declaration (function_value_parameters) . (_) @returns (function_body) @body)
  @definition.function
(function_declaration (function_value_parameters) . (function_body) @body) @definition.function
(function_declaration (user_type) @owner . name: (_)) @definition.function
((secondary_constructor (function_value_parameters) @parameters (block)? @body)
  @definition.constructor (#set! name "constructor"))

(source_file (property_declaration
  (variable_declaration . (identifier) @name (_)? @returns)) @definition.variable)
(class_body (property_declaration
  (variable_declaration . (identifier) @name (_)? @returns)) @definition.field)
(enum_entry . (identifier) @name) @definition.field
(type_alias . type: (_) @name) @definition.type

[
  (line_comment)
  (block_comment)
] @comment
(if_expression) @conditional
(annotation) @decorator

(call_expression . [(identifier) (navigation_expression) (parenthesized_expression)] @call)
(delegation_specifier (constructor_invocation (user_type) @call))
(callable_reference) @reference

[
  (if_expression)
  (for_statement)
  (while_statement)
  (do_while_statement)
  (when_entry)
  (catch_block)
  (binary_expression operator: ["&&" "||" "?:"])
] @decision
(if_expression condition: (_) @condition . (_) @outcome)
(throw_expression (_) @raise)

(import) @import.text @import
