package main

type Handler interface{ Serve() }

type HandlerFunc func()

func (f HandlerFunc) Serve() { f() }

func page() {}

func route(h Handler) { h.Serve() }

func main() {
	route(HandlerFunc(page))
}
