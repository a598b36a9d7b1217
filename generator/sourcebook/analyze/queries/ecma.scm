; What JavaScript, TypeScript and TSX have in common.

(function_declaration
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.function
(generator_function_declaration
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.function

(class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

(method_definition
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.method
(method_definition ["get" "set"]
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.property

(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function parameters: (_) @parameters body: (_) @body)
    (arrow_function parameter: (_) @parameters body: (_) @body)
    (function_expression parameters: (_) @parameters body: (_) @body)
    (generator_function parameters: (_) @parameters body: (_) @body)
  ]) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (class (class_heritage)? @bases body: (_) @body)) @definition.class

(assignment_expression
  left: (member_expression object: (_) property: (_)) @name
  right: [
    (arrow_function parameters: (_) @parameters body: (_) @body)
    (arrow_function parameter: (_) @parameters body: (_) @body)
    (function_expression parameters: (_) @parameters body: (_) @body)
    (generator_function parameters: (_) @parameters body: (_) @body)
  ]) @definition.function
(assignment_expression
  left: (identifier) @name
  right: [
    (arrow_function parameters: (_) @parameters body: (_) @body)
    (function_expression parameters: (_) @parameters body: (_) @body)
  ]) @definition.function
(assignment_expression
  left: (member_expression) @name
  right: (class (class_heritage)? @bases body: (_) @body)) @definition.class

(pair
  key: (_) @name
  value: [
    (arrow_function parameters: (_) @parameters body: (_) @body)
    (arrow_function parameter: (_) @parameters body: (_) @body)
    (function_expression parameters: (_) @parameters body: (_) @body)
  ]) @definition.method

(export_statement "default"
  value: [
    (arrow_function parameters: (_) @parameters body: (_) @body)
    (function_expression !name parameters: (_) @parameters body: (_) @body)
  ] @definition.function (#set! name "default"))
(export_statement "default"
  value: (class !name (class_heritage)? @bases body: (_) @body)
  @definition.class (#set! name "default"))

(program (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration kind: "let"
  (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration
  (variable_declarator name: (identifier) @name) @definition.variable))
(program (export_statement (lexical_declaration
  (variable_declarator name: (identifier) @name) @definition.constant)))
(program (export_statement (variable_declaration
  (variable_declarator name: (identifier) @name) @definition.variable)))

(export_statement) @wrapper.export
[
  (lexical_declaration)
  (variable_declaration)
  (expression_statement)
] @wrapper

(comment) @comment
(decorator) @decorator
(decorator [(identifier) (member_expression)] @reference)
[
  (if_statement)
  (switch_statement)
  (try_statement)
] @conditional

(call_expression function: [(identifier) (member_expression) (call_expression) (subscript_expression)
  (parenthesized_expression) (super)] @call)
(new_expression constructor: (_) @call)

[
  (if_statement)
  (for_statement)
  (for_in_statement)
  (while_statement)
  (do_statement)
  (switch_case)
  (catch_clause)
  (ternary_expression)
  (binary_expression operator: ["&&" "||" "??"])
] @decision
(if_statement condition: (_) @condition consequence: (_) @outcome)
(throw_statement (_) @raise)

(import_statement source: (string) @import.module) @import
(import_statement
  (import_clause (identifier) @import.alias) source: (string) @import.module) @import
(import_statement
  (import_clause (named_imports (import_specifier !alias name: (_) @import.name)))
  source: (string) @import.module) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_) @import.alias)))
  source: (string) @import.module) @import
(import_statement
  (import_clause (namespace_import (identifier) @import.alias) @import.all)
  source: (string) @import.module) @import

(export_statement "*" @import.all source: (string) @import.module) @import @import.export
(export_statement
  (namespace_export (_) @import.alias) @import.all
  source: (string) @import.module) @import @import.export
(export_statement
  (export_clause (export_specifier !alias name: (_) @import.name))
  source: (string) @import.module) @import @import.export
(export_statement
  (export_clause (export_specifier name: (_) @import.name alias: (_) @import.alias))
  source: (string) @import.module) @import @import.export

(export_statement !source (export_clause (export_specifier !alias name: (_) @export)))
(export_statement !source (export_clause (export_specifier alias: (_) @export)))

(variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @import.module .))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @import.module .))
  (#eq? @_require "require")) @import
(call_expression
  function: (import)
  arguments: (arguments . (string) @import.module .)) @import

(assignment_expression
  left: (member_expression) @_exports
  right: (object [
    (shorthand_property_identifier) @export
    (pair key: (property_identifier) @export)
  ])
  (#eq? @_exports "module.exports"))
(assignment_expression
  left: (member_expression) @_exports
  right: (identifier) @export
  (#eq? @_exports "module.exports"))
