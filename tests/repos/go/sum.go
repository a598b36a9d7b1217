package store

// Sum adds the values under several names.
func Sum(s *Store, names ...string) (total int, err error) {
	for _, name := range names {
		value, err := s.Get(name)
		if err != nil {
			return 0, err
		}
		total += value
	}
	return total, nil
}
