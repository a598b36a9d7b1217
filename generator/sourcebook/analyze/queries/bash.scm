; Shell.

(function_definition name: (_) @name body: (_) @body) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command
  (variable_assignment name: (variable_name) @name) @definition.variable))

(comment) @comment
[
  (case_statement)
  (if_statement)
] @conditional

(command name: (command_name (word) @call) (#not-match? @call
  "^(\\.|source|\\[|test|echo|printf|exit|return|cd|set|shift|true|false|local|read|eval|exec|trap|break|continue|:|unset)$"))

[
  (if_statement)
  (elif_clause)
  (for_statement)
  (c_style_for_statement)
  (while_statement)
  (case_item)
  (list ["&&" "||"])
] @decision

(command
  name: (command_name) @_source
  . argument: (_) @import.module
  (#match? @_source "^(\\.|source)$")) @import
