package main

import (
	"example.com/app/internal/store"
	web "example.com/app/server"
)

func main() {
	s := store.Open()
	web.Serve(s)
}
