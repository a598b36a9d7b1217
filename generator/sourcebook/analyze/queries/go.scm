; Go.

(function_declaration
  name: (_) @name
  parameters: (_) @parameters
  result: (_)? @returns
  body: (_)? @body) @definition.function

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (_) @name
  parameters: (_) @parameters
  result: (_)? @returns
  body: (_)? @body) @definition.method

(type_spec name: (_) @name type: (struct_type (_) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type) @body) @definition.interface
(type_spec name: (_) @name type: [
  (array_type) (slice_type) (map_type) (channel_type) (function_type) (pointer_type)
  (type_identifier) (qualified_type) (generic_type) (parenthesized_type)
]) @definition.type
(type_alias name: (_) @name) @definition.type

(struct_type (field_declaration_list
  (field_declaration name: (_) @name type: (_) @returns) @definition.field))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: (_) @bases)))) @definition.struct
(interface_type (method_elem
  name: (_) @name
  parameters: (_) @parameters
  result: (_)? @returns) @definition.method)

(source_file (const_declaration (const_spec
  name: (identifier) @name type: (_)? @returns) @definition.constant))
(source_file (var_declaration (var_spec
  name: (identifier) @name type: (_)? @returns) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec
  name: (identifier) @name type: (_)? @returns) @definition.variable)))

[
  (type_declaration)
  (const_declaration)
  (var_declaration)
] @wrapper

(comment) @comment
(call_expression function: [
  (identifier) (selector_expression) (parenthesized_expression) (index_expression)
] @call)
(type_conversion_expression type: (generic_type type: (_) @call))

[
  (if_statement)
  (for_statement)
  (expression_case)
  (type_case)
  (communication_case)
  (binary_expression operator: ["&&" "||"])
] @decision
(if_statement condition: (_) @condition consequence: (_) @outcome)

(import_spec !name path: (_) @import.module) @import
(import_spec name: (package_identifier) @import.alias path: (_) @import.module) @import
(import_spec name: (blank_identifier) @import.alias path: (_) @import.module) @import
(import_spec name: (dot) @import.all path: (_) @import.module) @import
