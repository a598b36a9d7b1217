package shop

type Shop struct{}

func New() *Shop { return &Shop{} }

func (s *Shop) Open() { s.light() }

func (s *Shop) light() {}
