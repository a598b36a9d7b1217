//! Shapes and their areas.
mod round;

pub use round::Circle;

/// Something that covers an area.
pub trait Shape {
    fn area(&self) -> f64;

    fn is_empty(&self) -> bool {
        self.area() == 0.0
    }
}

/// Adds the areas of all shapes.
pub fn total(shapes: &[Box<dyn Shape>]) -> f64 {
    shapes.iter().map(|shape| shape.area()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_empty() {
        assert!(Circle::new(0.0).is_empty());
    }
}
