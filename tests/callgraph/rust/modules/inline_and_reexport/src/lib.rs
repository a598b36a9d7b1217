pub use inner::deep::run as start;

mod inner {
    pub mod deep {
        pub fn run() {
            super::helper();
        }
    }

    fn helper() {}
}

pub fn go() {
    start();
    inner::deep::run();
}
