package main

type Animal interface {
	Speak() string
}

type Dog struct{}

func (d Dog) Speak() string { return d.bark() }

func (d Dog) bark() string { return "woof" }

type Cat struct{}

func (c *Cat) Speak() string { return "meow" }

func listen(a Animal) string { return a.Speak() }

func main() {
	listen(Dog{})
	listen(&Cat{})
}
