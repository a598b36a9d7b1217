package server

import "example.com/app/internal/store"

func Serve(s *store.Store) { s.Get("x") }
