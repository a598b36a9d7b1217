trait Speak {
    fn name(&self) -> String;

    fn speak(&self) -> String {
        self.name()
    }
}

struct Dog;

impl Speak for Dog {
    fn name(&self) -> String {
        String::new()
    }
}

pub fn run() {
    let dog = Dog;
    dog.speak();
}
