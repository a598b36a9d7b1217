package main

type Server struct {
	onStart func()
	inner   *Server
}

func hello() {}

func (s *Server) Run() {
	s.onStart()
	if s.inner != nil {
		s.inner.Run()
	}
}

func NewServer(f func()) *Server {
	return &Server{onStart: f}
}

func main() {
	NewServer(hello).Run()
}
