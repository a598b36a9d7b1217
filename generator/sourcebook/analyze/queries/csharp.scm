; C#.

(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
(class_declaration name: (_) @name (base_list)? @bases body: (_)? @body) @definition.class
(struct_declaration name: (_) @name (base_list)? @bases body: (_)? @body) @definition.struct
(record_declaration name: (_) @name (base_list)? @bases body: (_)? @body) @definition.class
(record_declaration (parameter_list) @parameters) @definition.class
(interface_declaration name: (_) @name (base_list)? @bases body: (_) @body)
  @definition.interface
(enum_declaration name: (_) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (_) @name) @definition.constant
(delegate_declaration type: (_) @returns name: (_) @name parameters: (_) @parameters)
  @definition.type

(method_declaration
  returns: (_) @returns
  name: (_) @name
  parameters: (_) @parameters
  body: (_)? @body) @definition.method
(local_function_statement
  type: (_) @returns
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.function
(constructor_declaration
  name: (_) @name
  parameters: (_) @parameters
  body: (_)? @body) @definition.constructor
(destructor_declaration "~" @name parameters: (_) @parameters body: (_)? @body)
  @definition.method
(operator_declaration
  type: (_) @returns
  operator: _ @name
  parameters: (_) @parameters
  body: (_)? @body) @definition.method
(property_declaration
  type: (_) @returns
  name: (_) @name
  accessors: (_) @body) @definition.property
(property_declaration
  type: (_) @returns
  name: (_) @name
  value: (arrow_expression_clause) @body) @definition.property
((indexer_declaration
  type: (_) @returns
  parameters: (_) @parameters) @definition.property (#set! name "this"))
(event_declaration type: (_) @returns name: (_) @name) @definition.property

(field_declaration (variable_declaration
  type: (_) @returns
  (variable_declarator name: (_) @name))) @definition.field
(event_field_declaration (variable_declaration
  type: (_) @returns
  (variable_declarator name: (_) @name))) @definition.field

(comment) @comment
(attribute_list) @decorator
[
  (preproc_if)
] @conditional

(invocation_expression function: [
  (identifier) (member_access_expression) (conditional_access_expression) (generic_name)
  (element_access_expression) (parenthesized_expression)
] @call)
(object_creation_expression type: (_) @call)
(constructor_initializer ["base" "this"] @call)

[
  (if_statement)
  (for_statement)
  (foreach_statement)
  (while_statement)
  (do_statement)
  (catch_clause)
  (switch_section)
  (switch_expression_arm)
  (conditional_expression)
  (binary_expression operator: ["&&" "||" "??"])
] @decision
(if_statement condition: (_) @condition consequence: (_) @outcome)
(throw_statement (_) @raise)
(throw_expression (_) @raise)

(using_directive name: (_) @import.alias (_) @import.module) @import
(using_directive !name (_) @import.module) @import
