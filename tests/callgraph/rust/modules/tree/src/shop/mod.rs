pub mod till;

pub fn open() {
    self::light();
}

pub fn close() {}

pub(super) fn light() {}
