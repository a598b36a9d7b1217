// Package store keeps values under names.
package store

import (
	"errors"
	"sync"
)

// ErrMissing is returned for a name that holds nothing.
var ErrMissing = errors.New("store: missing")

// Store is safe for use by several goroutines.
type Store struct {
	mu     sync.Mutex
	values map[string]int
}

// New makes an empty store.
func New() *Store {
	return &Store{values: make(map[string]int)}
}

// Get returns the value under a name.
func (s *Store) Get(name string) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.values[name]
	if !ok {
		return 0, ErrMissing
	}
	return value, nil
}
