; XML: the root element and its children.

(document root: (element (STag . (Name) @name)) @definition.namespace)
(document root: (element (content (element (STag . (Name) @name)) @definition.key)))
(document root: (element (content (element (EmptyElemTag . (Name) @name)) @definition.key)))
(Comment) @comment
