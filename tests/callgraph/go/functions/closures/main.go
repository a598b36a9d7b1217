package main

func target() {}

func make1(f func()) func() {
	return func() { f() }
}

func main() {
	run := make1(target)
	run()
	defer target()
	go func() { target() }()
}
