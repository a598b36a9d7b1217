pub struct Text;

impl From<u32> for Text {
    fn from(n: u32) -> Self {
        Text::made(n)
    }
}

impl Default for Text {
    fn default() -> Self {
        Text
    }
}

impl Text {
    fn made(n: u32) -> Text {
        Text
    }

    fn len(&self) -> usize {
        0
    }
}

pub fn run() {
    Text::from(1).len();
    <Text as Default>::default().len();
    Text::default();
}
