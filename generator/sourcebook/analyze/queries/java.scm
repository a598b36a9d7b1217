; Java.

(class_declaration
  name: (_) @name
  superclass: (_)? @bases
  interfaces: (_)? @bases
  body: (_) @body) @definition.class
(interface_declaration
  name: (_) @name
  (extends_interfaces)? @bases
  body: (_) @body) @definition.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration
  name: (_) @name
  interfaces: (_)? @bases
  body: (_) @body) @definition.enum
(record_declaration
  name: (_) @name
  parameters: (_) @parameters
  interfaces: (_)? @bases
  body: (_) @body) @definition.class
(object_creation_expression type: (_) @bases (class_body) @body) @definition.class
(enum_constant name: (_) @name body: (_)? @body) @definition.field

(method_declaration
  type: (_) @returns
  name: (_) @name
  parameters: (_) @parameters
  body: (_)? @body) @definition.method
(annotation_type_element_declaration type: (_) @returns name: (_) @name) @definition.method
(constructor_declaration
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @definition.constructor

(class_body (field_declaration
  type: (_) @returns
  declarator: (variable_declarator name: (_) @name)) @definition.field)
(enum_body_declarations (field_declaration
  type: (_) @returns
  declarator: (variable_declarator name: (_) @name)) @definition.field)
(interface_body (constant_declaration
  type: (_) @returns
  declarator: (variable_declarator name: (_) @name)) @definition.constant)

[
  (line_comment)
  (block_comment)
] @comment
[
  (marker_annotation)
  (annotation)
] @decorator

(method_invocation !object name: (_) @call)
(method_invocation object: (_) @call.from name: (_) @call.to)
(object_creation_expression type: (_) @call)
(explicit_constructor_invocation constructor: (_) @call)
(method_reference) @reference

[
  (if_statement)
  (for_statement)
  (enhanced_for_statement)
  (while_statement)
  (do_statement)
  (catch_clause)
  (ternary_expression)
  (switch_label)
  (binary_expression operator: ["&&" "||"])
] @decision
(if_statement condition: (_) @condition consequence: (_) @outcome)
(throw_statement (_) @raise)
(throws (_) @raise)

(import_declaration) @import.text @import
