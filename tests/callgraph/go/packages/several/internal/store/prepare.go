package store

func prepare() *Store { return new(Store) }
