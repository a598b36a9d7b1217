//! Shop crate.
use std::fmt;
use std::collections::{HashMap, hash_map::{self, Entry as E}};
use crate::a::*;
pub use self::inner::Thing as Other;
extern crate serde;

macro_rules! make { ($n:ident) => { pub fn $n() -> u8 { 1 } }; }
make!(alpha);
wrap! {
    pub fn hidden() -> u8 { 2 }
    struct Inside { a: u8 }
}

/// A shop.
#[derive(Debug, Clone)]
pub struct Shop<T> { pub name: String, stock: HashMap<String, T> }
pub struct P(u8, u8);
pub enum Kind { One, Two(u8) }
pub const LIMIT: u32 = 10;
static mut COUNT: u32 = 0;
pub type Res<T> = Result<T, E>;
union U { a: u8 }

pub trait Sell: Send + fmt::Debug {
    const X: u8;
    type Item;
    fn sell(&self, n: u32) -> bool;
    fn twice(&self) -> bool { self.sell(2) }
}

impl<T> Sell for Shop<T> where T: Clone {
    fn sell(&self, n: u32) -> bool {
        if n > LIMIT { return false; }
        match n { 1 => true, _ => self.stock.contains_key("x") && helper::<u8>(n) }
    }
}
impl<T> Shop<T> {
    #[deprecated(since = "1")]
    pub async fn new(name: &str, mut n: u32) -> Self { println!("{}", name); Self { name: name.into(), stock: HashMap::new() } }
}
#[cfg(unix)]
fn os() -> u8 { 1 }
mod inner { pub fn dispatch() -> usize { 1 } pub(crate) struct Thing; }
mod other;
#[cfg(test)]
mod tests { use super::*; #[test] fn t() { assert!(os() == 1); panic!("x"); } }
extern "C" { fn c_side(a: i32) -> i32; }
unsafe fn f() { let c = |x: u8| x + 1; while c(1) > 3 {} loop {} for i in 0..3 {} g()?; }
