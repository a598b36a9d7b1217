"""Language servers: where they say that the called functions are defined.

The built-in resolver needs none. Where a server is installed, it is asked about the call
sites that the resolver left ambiguous or unknown::

    registry     which servers there are, and which of them a run uses
    process      a server's process: start, memory, error stream, end
    framing      messages over its standard streams
    positions    byte offsets to the protocol's lines and characters, and back
    session      one conversation: initialise, open documents, ask
    ask          all questions to one server; a definition for each answer
    outside      names for definitions outside the repository

A server is a guest. It gets its limits once: one that is silent, slow, too large, that dies
twice or names places that do not exist is left out with a warning, and *all* it said is left
out of the graph with it, so that the result does not depend on the moment of its end.
"""
