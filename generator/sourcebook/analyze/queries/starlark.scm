; Starlark, the language of Bazel and Buck, along the grammar of Python, whose syntax it has.

(function_definition
  name: (identifier) @name
  parameters: (parameters) @parameters
  return_type: (type)? @returns
  body: (block) @body) @definition.function

(module (expression_statement
  (assignment left: (identifier) @name type: (type)? @returns) @definition.variable))

; A rule that is called with a name defines a target.
(module (expression_statement (call
  arguments: (argument_list (keyword_argument
    name: (identifier) @_name
    value: (string (string_content) @name)))) @definition.key)
  (#eq? @_name "name"))

(block . (comment)* . (expression_statement . (string) @doc .))
(module . (comment)* . (expression_statement . (string) @module.doc .))

(comment) @comment
(if_statement) @conditional
(call function: (_) @call)

[
  (if_statement)
  (elif_clause)
  (for_statement)
  (boolean_operator)
  (conditional_expression)
  (for_in_clause)
  (if_clause)
] @decision

(if_statement condition: (_) @condition consequence: (block) @outcome)
(elif_clause condition: (_) @condition consequence: (block) @outcome)

(call
  function: (identifier) @_load
  arguments: (argument_list
    . (string (string_content) @import.module)
    (string (string_content) @import.name))
  (#eq? @_load "load")) @import
(call
  function: (identifier) @_load
  arguments: (argument_list
    . (string (string_content) @import.module)
    (keyword_argument
      name: (identifier) @import.alias
      value: (string (string_content) @import.name)))
  (#eq? @_load "load")) @import
