package main

type Conn struct{}

func (c *Conn) Send() {}

func dial() (*Conn, error) { return &Conn{}, nil }

func main() {
	c, err := dial()
	if err != nil {
		return
	}
	c.Send()
}
