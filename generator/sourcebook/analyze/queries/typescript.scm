; TypeScript: what JavaScript does not have. See ecma.scm.

(function_signature
  name: (_) @name
  parameters: (_) @parameters
  return_type: (_)? @returns) @definition.function
(function_declaration return_type: (_) @returns) @definition.function
(method_definition return_type: (_) @returns) @definition.method
(variable_declarator value: (arrow_function return_type: (_) @returns)) @definition.function

[
  (method_signature
    name: (_) @name
    parameters: (_) @parameters
    return_type: (_)? @returns)
  (abstract_method_signature
    name: (_) @name
    parameters: (_) @parameters
    return_type: (_)? @returns)
] @definition.method

(abstract_class_declaration
  name: (_) @name
  body: (_) @body) @definition.class
(abstract_class_declaration (class_heritage (extends_clause) @bases)) @definition.class
(abstract_class_declaration (class_heritage (implements_clause) @bases)) @definition.class
(class_declaration (class_heritage (extends_clause) @bases)) @definition.class
(class_declaration (class_heritage (implements_clause) @bases)) @definition.class

(interface_declaration
  name: (_) @name
  (extends_type_clause)? @bases
  body: (_) @body) @definition.interface
(interface_declaration body: (interface_body
  (property_signature name: (_) @name type: (_)? @returns) @definition.field))

(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body (enum_assignment name: (_) @name) @definition.constant)
(enum_body name: (_) @name @definition.constant)

(public_field_definition
  name: (_) @name
  value: [
    (arrow_function parameters: (_) @parameters body: (_) @body)
    (function_expression parameters: (_) @parameters body: (_) @body)
  ]) @definition.method
(public_field_definition name: (_) @name type: (_)? @returns) @definition.field

(module name: (_) @name body: (_) @body) @definition.namespace
(internal_module name: (_) @name body: (_) @body) @definition.namespace

(ambient_declaration) @wrapper

(import_statement "type" source: (string) @import.module) @import @import.type
(import_statement
  (import_require_clause (identifier) @import.alias source: (string) @import.module)) @import
