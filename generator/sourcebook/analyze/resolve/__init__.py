"""From call sites to the definitions they reach.

Two halves that meet in ``ParsedFile.facts``. Each file is lowered on its own to a list of
small facts (:mod:`.facts`), in parallel and kept in the memo. Linking then unpacks the facts
of all files at once and follows values to the calls.
"""
