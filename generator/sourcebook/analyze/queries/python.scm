; Python. The captures are explained in analyze/syntax/__init__.py.

(function_definition
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (type)? @returns
  body: (block) @body) @definition.function

(class_definition
  name: (identifier) @name
  superclasses: (argument_list)? @bases
  body: (block) @body) @definition.class

(module (expression_statement
  (assignment left: (identifier) @name type: (type)? @returns) @definition.variable))

(module (expression_statement
  (assignment left: (pattern_list (identifier) @name)) @definition.variable))

(class_definition body: (block (expression_statement
  (assignment left: (identifier) @name type: (type)? @returns) @definition.field)))
(class_definition body: (block (expression_statement
  (assignment left: (pattern_list (identifier) @name)) @definition.field)))

(type_alias_statement left: (type . (_) @name)) @definition.type

(block . (comment)* . (expression_statement . (string) @doc .))
(module . (comment)* . (expression_statement . (string) @module.doc .))

(comment) @comment
(decorator) @decorator
(decorator [(identifier) (attribute)] @reference)

[
  (if_statement)
  (try_statement)
  (match_statement)
] @conditional

(call function: (_) @call)

[
  (if_statement)
  (elif_clause)
  (for_statement)
  (while_statement)
  (except_clause)
  (case_clause)
  (boolean_operator)
  (conditional_expression)
  (for_in_clause)
  (if_clause)
  (assert_statement)
] @decision

(if_statement condition: (_) @condition consequence: (block) @outcome)
(elif_clause condition: (_) @condition consequence: (block) @outcome)

(raise_statement . (_) @raise)

(import_statement name: (dotted_name) @import.module) @import
(import_statement
  name: (aliased_import name: (_) @import.module alias: (_) @import.alias)) @import
(import_from_statement
  module_name: (_) @import.module name: (dotted_name) @import.name) @import
(import_from_statement
  module_name: (_) @import.module
  name: (aliased_import name: (_) @import.name alias: (_) @import.alias)) @import
(import_from_statement
  module_name: (_) @import.module (wildcard_import) @import.all) @import
(if_statement
  condition: (_) @_type
  consequence: (block [
    (import_from_statement module_name: (_) @import.module)
    (import_statement name: (dotted_name) @import.module)
    (import_statement name: (aliased_import name: (_) @import.module))
  ] @import @import.type)
  (#match? @_type "^(typing\\.|t\\.)?TYPE_CHECKING$"))
(future_import_statement "__future__" @import.module name: (dotted_name) @import.name) @import
