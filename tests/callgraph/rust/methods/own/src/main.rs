struct Counter {
    n: u32,
}

impl Counter {
    fn new() -> Self {
        Self::with(0)
    }

    fn with(n: u32) -> Counter {
        Counter { n }
    }

    fn add(&mut self) {
        self.check();
        self.n += 1;
    }

    fn check(&self) {}
}

fn main() {
    let mut counter = Counter::new();
    counter.add();
}
