; PHP, alone or within HTML.

(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(class_declaration name: (_) @name body: (_) @body) @definition.class
(class_declaration (base_clause) @bases) @definition.class
(class_declaration (class_interface_clause) @bases) @definition.class
((anonymous_class body: (_) @body) @definition.class (#set! name "<class>"))
(anonymous_class (base_clause) @bases body: (_)) @definition.class
(interface_declaration name: (_) @name (base_clause)? @bases body: (_) @body)
  @definition.interface
(trait_declaration name: (_) @name body: (_) @body) @definition.trait
(enum_declaration name: (_) @name (class_interface_clause)? @bases body: (_) @body)
  @definition.enum
(enum_case name: (_) @name) @definition.constant

(function_definition
  name: (_) @name
  parameters: (_) @parameters
  return_type: (_)? @returns
  body: (_) @body) @definition.function
(method_declaration
  name: (_) @name
  parameters: (_) @parameters
  return_type: (_)? @returns
  body: (_)? @body) @definition.method

(const_element . (name) @name) @definition.constant
(property_declaration
  type: (_)? @returns
  (property_element name: (_) @name)) @definition.field

(comment) @comment
(attribute_list) @decorator
[
  (if_statement)
  (switch_statement)
  (try_statement)
] @conditional

(function_call_expression function: (_) @call)
(member_call_expression object: (_) @call.from name: (_) @call.to)
(nullsafe_member_call_expression object: (_) @call.from name: (_) @call.to)
(scoped_call_expression scope: (_) @call.from name: (_) @call.to)
(object_creation_expression . "new" . [(name) (qualified_name)] @call)

[
  (if_statement)
  (else_if_clause)
  (for_statement)
  (foreach_statement)
  (while_statement)
  (do_statement)
  (case_statement)
  (catch_clause)
  (conditional_expression)
  (match_conditional_expression)
  (binary_expression operator: ["&&" "||" "??" "and" "or"])
] @decision
(if_statement condition: (_) @condition body: (_) @outcome)
(throw_expression (_) @raise)

(namespace_use_declaration) @import.text @import
(require_expression (_) @import.module) @import
(require_once_expression (_) @import.module) @import
(include_expression (_) @import.module) @import
(include_once_expression (_) @import.module) @import
