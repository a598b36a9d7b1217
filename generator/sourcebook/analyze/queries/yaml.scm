; YAML: keys of the outermost mapping of each document.

(stream (document (block_node (block_mapping
  (block_mapping_pair key: (_) @name) @definition.key))))
(comment) @comment
