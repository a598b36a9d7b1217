"""The syntax rung: from a grammar's tree to a :class:`~sourcebook.analyze.outline.Reading`.

A language is one query file in ``queries/``. A query names what it finds by these captures;
nothing else is known about a grammar outside its file.

In one pattern, together with the definition it describes:

==================== =====================================================================
``@definition.KIND`` the node that defines something; KIND is a value of ``SymbolKind``, or
                     ``scope`` for an owner that is no symbol (``impl`` in Rust)
``@name``            its name; may be written with its owner (``A::b``, ``M.f``)
``@owner``           what it belongs to, where that stands elsewhere (a receiver)
``@trait``           of a scope: the trait that is implemented for ``@owner``
``@parameters``      the parameter list, brackets included
``@returns``         the type it returns; for variables and fields, their type
``@bases``           base classes and interfaces (any number)
``@body``            where its head ends
``@doc``             a docstring inside it
==================== =====================================================================

In patterns of their own:

==================== =====================================================================
``@comment``         a comment
``@decorator``       a decorator, annotation or attribute, marker included
``@wrapper``         encloses a definition and belongs to it (``template <…>``)
``@wrapper.export``  the same, and makes it visible outside the file
``@conditional``     what stands in it exists only under a condition
``@directive``       an ``#if``, ``#else`` or ``#endif`` that encloses nothing in the tree
``@access``          a label that sets the access of what follows in the class
``@call``            the callee of a call
``@reference``       a use of a function that is no call (a JSX element, a decorator)
``@decision``        a place where the flow of control forks
``@condition``       condition of an ``if``; with it ``@outcome``, what follows
``@raise``           what is raised or thrown
``@module.doc``      the docstring of the file
``@import``          an import statement; with it ``@import.module``, ``@import.name``,
                     ``@import.alias``, ``@import.all``, ``@import.type`` (type only),
                     ``@import.export`` (exported again), ``@import.text`` (read by
                     ``imports.py``, where names are nested)
``@embedded``        code that the grammar leaves alone, to be read by patterns
``@heading``         a heading of HTML
``@cell``            a cell of a notebook
``@export``          a name that is exported by a statement of its own
==================== =====================================================================
"""
