; Ruby.

(module name: (_) @name body: (_)? @body) @definition.namespace
(class name: (_) @name superclass: (_)? @bases body: (_)? @body) @definition.class
(method name: (_) @name parameters: (_)? @parameters body: (_)? @body) @definition.function
(singleton_method name: (_) @name parameters: (_)? @parameters body: (_)? @body)
  @definition.function
(program (assignment left: (constant) @name) @definition.constant)
(body_statement (assignment left: (constant) @name) @definition.constant)
(call
  method: (identifier) @_define
  arguments: (argument_list . (simple_symbol) @name)
  block: (_) @body
  (#eq? @_define "define_method")) @definition.method
(call
  method: (identifier) @_attribute
  arguments: (argument_list (simple_symbol) @name)
  (#match? @_attribute "^attr_(reader|writer|accessor)$")) @definition.field

(comment) @comment
[
  (if)
  (unless)
  (case)
  (begin (rescue))
] @conditional
((identifier) @access (#match? @access "^(private|protected|public)$"))

(call !receiver method: (_) @call
  (#not-match? @call "^(require|require_relative|load|autoload|private|protected|public|attr_\\w+)$"))
(call receiver: (_) @call.from method: (_) @call.to)
(super) @call

[
  (if)
  (elsif)
  (unless)
  (if_modifier)
  (unless_modifier)
  (while)
  (until)
  (for)
  (when)
  (rescue)
  (conditional)
  (binary operator: ["&&" "||" "and" "or"])
] @decision
(if condition: (_) @condition consequence: (_) @outcome)
(if_modifier body: (_) @outcome condition: (_) @condition)
(unless condition: (_) @condition consequence: (_) @outcome)
(unless_modifier body: (_) @outcome condition: (_) @condition)
(call !receiver method: (identifier) @_raise
  arguments: (argument_list . (_) @raise)
  (#match? @_raise "^(raise|fail)$"))

(call
  method: (identifier) @_require
  arguments: (argument_list . (string) @import.module)
  (#match? @_require "^(require|require_relative|load)$")) @import
