; Lua.

(function_declaration
  name: (_) @name
  parameters: (_) @parameters
  body: (_)? @body) @definition.function
(assignment_statement
  (variable_list . name: (_) @name .)
  (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body)))
  @definition.function
(field
  name: (identifier) @name
  value: (function_definition parameters: (_) @parameters body: (_)? @body)) @definition.function
(chunk (assignment_statement (variable_list name: (_) @name)) @definition.variable)
(chunk (variable_declaration
  (assignment_statement (variable_list name: (identifier) @name)) @definition.variable))

(variable_declaration) @wrapper
(comment) @comment
(if_statement) @conditional
(function_call name: [
  (identifier) (dot_index_expression) (method_index_expression)
] @call)

[
  (if_statement)
  (elseif_statement)
  (for_statement)
  (while_statement)
  (repeat_statement)
  (binary_expression ["and" "or"])
] @decision
(if_statement condition: (_) @condition consequence: (_) @outcome)
(function_call
  name: (identifier) @_error
  arguments: (arguments . (_) @raise)
  (#eq? @_error "error"))

(function_call
  name: (identifier) @_require
  arguments: (arguments . (string) @import.module)
  (#match? @_require "^(require|dofile|loadfile)$")) @import
