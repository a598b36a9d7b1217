; JavaScript: what TypeScript names otherwise. See ecma.scm and jsx.scm.

(field_definition
  property: (_) @name
  value: [
    (arrow_function parameters: (_) @parameters body: (_) @body)
    (function_expression parameters: (_) @parameters body: (_) @body)
  ]) @definition.method
(field_definition property: (_) @name) @definition.field

(class_declaration (class_heritage (_) @bases) body: (_) @body) @definition.class
