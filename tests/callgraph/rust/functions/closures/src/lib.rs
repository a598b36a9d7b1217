fn target() {}

fn call<F: Fn()>(f: F) {
    f();
}

pub fn run() {
    let hello = || target();
    hello();
    call(hello);
    call(target);
}
