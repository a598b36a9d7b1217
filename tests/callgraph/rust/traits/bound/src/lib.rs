pub trait Cost {
    fn cost(&self) -> u32;
}

pub struct Apple;

impl Cost for Apple {
    fn cost(&self) -> u32 {
        1
    }
}

pub fn total<T: Cost>(item: &T) -> u32 {
    item.cost()
}

pub fn run() -> u32 {
    total(&Apple)
}
