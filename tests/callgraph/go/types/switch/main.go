package main

type Circle struct{}

func (c Circle) Round() {}

type Square struct{}

func (s *Square) Edge() {}

func show(v any) {
	switch t := v.(type) {
	case Circle:
		t.Round()
	case *Square:
		t.Edge()
	}
	if c, ok := v.(Circle); ok {
		c.Round()
	}
}

func main() { show(Circle{}) }
