fn add(a: i32) -> i32 {
    a
}

fn sub(a: i32) -> i32 {
    a
}

fn apply(f: fn(i32) -> i32, n: i32) -> i32 {
    f(n)
}

pub fn run() -> i32 {
    let chosen = if true { add } else { sub };
    apply(chosen, 1)
}
