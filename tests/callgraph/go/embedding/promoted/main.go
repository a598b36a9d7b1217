package main

type Logger struct{}

func (l *Logger) Log(text string) { l.write(text) }

func (l *Logger) write(text string) {}

type Service struct {
	*Logger
	name string
}

func main() {
	s := Service{Logger: &Logger{}, name: "x"}
	s.Log("up")
	s.Logger.Log("again")
}
