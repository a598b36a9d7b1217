pub trait Draw {
    fn draw(&self);
}

pub struct Circle;
pub struct Square;

impl Draw for Circle {
    fn draw(&self) {}
}

impl Draw for Square {
    fn draw(&self) {}
}

pub fn show(shape: &dyn Draw) {
    shape.draw();
}

pub fn run() {
    show(&Circle);
    show(&Square);
    let boxed: Box<dyn Draw> = Box::new(Circle);
    boxed.draw();
}
