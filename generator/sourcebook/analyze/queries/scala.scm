; Scala.

(class_definition
  name: (_) @name
  class_parameters: (_)? @parameters
  extend: (_)? @bases
  body: (_)? @body) @definition.class
(object_definition name: (_) @name extend: (_)? @bases body: (_)? @body) @definition.class
(trait_definition name: (_) @name extend: (_)? @bases body: (_)? @body) @definition.trait
(enum_definition name: (_) @name body: (_) @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.constant
(full_enum_case name: (_) @name) @definition.constant

(function_definition
  name: (_) @name
  parameters: (_)* @parameters
  return_type: (_)? @returns
  body: (_) @body) @definition.function
(function_declaration
  name: (_) @name
  parameters: (_)* @parameters
  return_type: (_)? @returns) @definition.function

(template_body (val_definition pattern: (identifier) @name type: (_)? @returns)
  @definition.field)
(template_body (var_definition pattern: (identifier) @name type: (_)? @returns)
  @definition.field)
(template_body (val_declaration name: (_) @name type: (_) @returns) @definition.field)
(template_body (var_declaration name: (_) @name type: (_) @returns) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name type: (_)? @returns)
  @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name type: (_)? @returns)
  @definition.variable)
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.constant

[
  (comment)
  (block_comment)
] @comment
[
  (if_expression)
  (match_expression)
  (try_expression)
] @conditional
(annotation) @decorator

(call_expression function: [
  (identifier) (field_expression) (call_expression) (parenthesized_expression)
] @call)
(call_expression function: (generic_function function: (_) @call))
(instance_expression . (_) @call)

[
  (if_expression)
  (for_expression)
  (while_expression)
  (do_while_expression)
  (case_clause)
  (catch_clause)
  (infix_expression operator: (operator_identifier) @_and (#match? @_and "^(&&|\\|\\|)$"))
] @decision
(if_expression condition: (_) @condition consequence: (_) @outcome)
(throw_expression (_) @raise)

(import_declaration) @import.text @import
