pub struct Query;

pub struct Builder;

impl Builder {
    pub fn limit(self, n: u32) -> Self {
        self.check();
        self
    }

    pub fn name(mut self, text: &str) -> Builder {
        self
    }

    fn check(&self) {}

    pub fn build(self) -> Query {
        Query
    }
}

impl Query {
    pub fn builder() -> Builder {
        Builder
    }

    pub fn run(&self) {}
}

pub fn go() {
    Query::builder().limit(1).name("x").build().run();
}
