package store

type Store struct{}

func Open() *Store { return prepare() }

func (s *Store) Get(key string) string { return key }
