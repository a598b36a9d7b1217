; SQL. Routines are found by patterns, since the grammar knows one dialect of them.

(create_table (object_reference) @name (column_definitions)? @body) @definition.table
(create_view (object_reference) @name (create_query)? @body) @definition.table
(create_materialized_view (object_reference) @name) @definition.table
(create_type (object_reference) @name) @definition.type
(column_definition name: (_) @name type: (_) @returns) @definition.field

(comment) @comment
(marginalia) @comment
(invocation . (object_reference) @call)
