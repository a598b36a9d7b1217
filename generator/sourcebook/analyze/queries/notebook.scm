; Notebooks are JSON; documents.py reads the cells.

(document (object (pair
  key: (string (string_content) @_key)
  value: (array (object) @cell))
  (#eq? @_key "cells")))
