; CSS: rules by their selectors.

(stylesheet (rule_set (selectors) @name) @definition.key)
(media_statement (block (rule_set (selectors) @name) @definition.key))
(keyframes_statement (keyframes_name) @name) @definition.key
(comment) @comment
(import_statement (string_value) @import.module) @import
