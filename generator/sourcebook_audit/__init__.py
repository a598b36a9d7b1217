"""The independent auditor of built sites; imports nothing of sourcebook.

It reads what a visitor gets, the built HTML, and the repository itself, and checks that the
one tells the truth about the other: every link leads somewhere (:mod:`.links`), every quote
stands where it is said to stand (:mod:`.evidence`). Since it shares no code with the
generator, a mistake there cannot hide here. Run it with::

    python -m sourcebook_audit SITE REPOSITORY
"""
