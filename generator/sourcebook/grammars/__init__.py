"""The table of languages, and their grammars: shared by analysis and by the pages.

``languages.toml`` names each language, how a file of it is recognised and which grammar
parses it. Analysis reads syntax trees to find definitions; the pages read them to colour
code. Neither knows how a grammar is loaded.
"""
