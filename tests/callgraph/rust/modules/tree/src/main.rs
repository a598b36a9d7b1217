mod shop;

use shop::{open, till::Till as Box1};

fn main() {
    open();
    Box1::new().ring();
    crate::shop::close();
}
