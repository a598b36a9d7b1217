"""Phase 2: from the book to pages, pictures, search files and the site."""
