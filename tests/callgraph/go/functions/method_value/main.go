package main

type Counter struct{ n int }

func (c *Counter) Add() { c.n++ }

func twice(f func()) {
	f()
	f()
}

func main() {
	c := &Counter{}
	twice(c.Add)
	g := (*Counter).Add
	g(c)
}
