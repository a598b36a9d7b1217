package main

type Item struct{}

func (i Item) Use() {}

func apply[T any](values []T, f func(T)) {
	for _, v := range values {
		f(v)
	}
}

func use(i Item) { i.Use() }

func main() {
	apply([]Item{{}}, use)
}
