; C++: what C does not have. See c.scm.

(class_specifier
  name: (_) @name
  (base_class_clause)? @bases
  body: (_) @body) @definition.class
(struct_specifier name: (_) @name (base_class_clause) @bases body: (_)) @definition.struct
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.type

(function_definition declarator: (_) @declarator [
  (default_method_clause)
  (delete_method_clause)
]) @definition.function
(function_definition declarator: (_) @declarator body: (try_statement)? @body)
  @definition.function
(field_declaration_list (declaration declarator: (_) @declarator) @definition.field)
(field_declaration_list (template_declaration
  (declaration declarator: (_) @declarator) @definition.field))
(template_declaration (declaration
  type: (_)? @returns declarator: (_) @declarator) @definition.variable)

(template_declaration) @wrapper
(access_specifier) @access

(call_expression function: [
  (qualified_identifier) (template_function) (call_expression)
] @call)
(new_expression type: (_) @call)

[
  (for_range_loop)
  (catch_clause)
] @decision
(throw_statement (_) @raise)

(using_declaration (_) @import.module) @import
