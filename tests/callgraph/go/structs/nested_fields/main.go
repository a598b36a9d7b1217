package main

type Engine struct{}

func (e *Engine) Start() {}

type Car struct{ engine *Engine }

type Garage struct{ cars []*Car }

func (g *Garage) Open() {
	for _, car := range g.cars {
		car.engine.Start()
	}
	g.cars[0].engine.Start()
}

func main() {
	var g Garage
	g.Open()
}
