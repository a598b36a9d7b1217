"""The book on disk: the contract between the two phases."""
