pub struct Circle;

impl Circle {
    fn round(&self) {}
}

pub enum Shape {
    Round(Circle),
    Named { inner: Circle },
    Empty,
}

impl Shape {
    pub fn draw(&self) {
        match self {
            Shape::Round(circle) => circle.round(),
            Shape::Named { inner } => inner.round(),
            Shape::Empty => self.nothing(),
        }
    }

    fn nothing(&self) {}
}

pub fn run() {
    Shape::Empty.draw();
}
