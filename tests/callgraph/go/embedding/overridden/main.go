package main

type Base struct{}

func (b Base) Name() string { return "base" }

func (b Base) Show() string { return b.Name() }

type Special struct {
	Base
}

func (s Special) Name() string { return "special" }

func main() {
	s := Special{}
	s.Name()
	s.Show()
}
