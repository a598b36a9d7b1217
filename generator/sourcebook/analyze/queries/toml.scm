; TOML: tables, and keys before the first one.

(document (pair . (_) @name) @definition.key)
(table . "[" . (_) @name) @definition.key
(table_array_element . "[[" . (_) @name) @definition.key
(comment) @comment
