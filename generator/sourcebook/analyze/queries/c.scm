; C; C++ reads this file as well. A @declarator holds the name and the parameters, however
; deep it is nested.

(function_definition
  type: (_)? @returns
  declarator: (_) @declarator
  body: (_) @body) @definition.function

(translation_unit (declaration type: (_) @returns declarator: (_) @declarator)
  @definition.variable)
(declaration_list (declaration type: (_) @returns declarator: (_) @declarator)
  @definition.variable)
(preproc_if (declaration type: (_) @returns declarator: (_) @declarator) @definition.variable)
(preproc_ifdef (declaration type: (_) @returns declarator: (_) @declarator) @definition.variable)
(preproc_else (declaration type: (_) @returns declarator: (_) @declarator) @definition.variable)
(preproc_elif (declaration type: (_) @returns declarator: (_) @declarator) @definition.variable)

(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(type_definition
  type: [
    (struct_specifier !name body: (_) @body)
    (union_specifier !name body: (_) @body)
  ]
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (_) @declarator) @definition.type
(enumerator name: (_) @name) @definition.constant
(field_declaration type: (_) @returns declarator: (_) @declarator) @definition.field

(preproc_function_def name: (_) @name parameters: (_) @parameters) @definition.macro
(preproc_def name: (_) @name) @definition.macro

(type_definition) @wrapper
(comment) @comment

[
  (preproc_ifdef)
  (preproc_if)
  (preproc_else)
  (preproc_elif)
] @conditional

(call_expression function: [
  (identifier) (field_expression) (parenthesized_expression) (subscript_expression)
] @call)

[
  (if_statement)
  (for_statement)
  (while_statement)
  (do_statement)
  (case_statement)
  (conditional_expression)
  (binary_expression operator: ["&&" "||"])
] @decision
(if_statement condition: (_) @condition consequence: (_) @outcome)

(preproc_include path: (_) @import.module) @import
