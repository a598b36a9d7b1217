; Rust.

(function_item
  name: (_) @name
  parameters: (_) @parameters
  return_type: (_)? @returns
  body: (_) @body) @definition.function
(function_signature_item
  name: (_) @name
  parameters: (_) @parameters
  return_type: (_)? @returns) @definition.function

(struct_item name: (_) @name body: (_)? @body) @definition.struct
(union_item name: (_) @name body: (_) @body) @definition.struct
(enum_item name: (_) @name body: (_) @body) @definition.enum
(trait_item name: (_) @name bounds: (_)? @bases body: (_) @body) @definition.trait
(mod_item name: (_) @name body: (_) @body) @definition.namespace
(macro_definition name: (_) @name) @definition.macro
(type_item name: (_) @name type: (_) @returns) @definition.type
(associated_type name: (_) @name) @definition.type
(const_item name: (_) @name type: (_) @returns) @definition.constant
(static_item name: (_) @name type: (_) @returns) @definition.variable
(field_declaration name: (_) @name type: (_) @returns) @definition.field
(enum_variant name: (_) @name) @definition.field

(impl_item trait: (_) @trait type: (_) @owner body: (_) @body) @definition.scope
(impl_item !trait type: (_) @owner body: (_) @body) @definition.scope

[
  (line_comment)
  (block_comment)
] @comment
(attribute_item) @decorator

(call_expression function: [
  (identifier) (field_expression) (scoped_identifier) (parenthesized_expression) (call_expression)
] @call)
(call_expression function: (generic_function function: (_) @call))

; Items inside a macro call are token trees, which only patterns can read.
(source_file (macro_invocation (token_tree) @embedded))
(source_file (expression_statement (macro_invocation (token_tree) @embedded)))
(declaration_list (macro_invocation (token_tree) @embedded))

[
  (if_expression)
  (for_expression)
  (while_expression)
  (match_arm)
  (try_expression)
  (binary_expression operator: ["&&" "||"])
] @decision
(if_expression condition: (_) @condition consequence: (_) @outcome)

(use_declaration argument: (_) @import.text) @import
(use_declaration (visibility_modifier) argument: (_) @import.text) @import @import.export
(extern_crate_declaration name: (_) @import.module) @import
