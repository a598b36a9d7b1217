"""Storage: what the shop remembers from one day to the next."""
