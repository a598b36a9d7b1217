; JSON: keys of the outermost object.

(document (object (pair key: (string) @name) @definition.key))
(comment) @comment
