mod left;
mod right;

pub fn run() {
    use left::save;
    save();
}
