package main

import "example.org/app/shop"

func main() {
	s := shop.New()
	s.Open()
}
