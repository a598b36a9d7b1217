package main

type Step func()

func (s Step) Go() { s() }

func again(s Step) Step { return Step(s) }

func leaf() {}

func main() {
	step := Step(leaf)
	for {
		step = again(step)
		step.Go()
	}
}
