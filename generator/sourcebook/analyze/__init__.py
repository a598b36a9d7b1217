"""Phase 1: pure stages from a repository to the values of the book."""
