pub fn save() {
    flush();
}

fn flush() {}
