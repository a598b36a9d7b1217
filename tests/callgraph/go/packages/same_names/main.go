package main

import "example.com/twins/left"

type Closer struct{}

func (c Closer) Close() {}

func use(x interface{ Other() }) { x.Other() }

func main() { left.Close() }
