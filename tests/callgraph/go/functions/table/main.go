package main

type handler func(string)

func start(arg string) {}
func stop(arg string)  {}

var commands = map[string]handler{
	"start": start,
	"stop":  stop,
}

func run(name string) {
	if h, ok := commands[name]; ok {
		h(name)
	}
}

func main() {
	run("start")
	run("stop")
}
