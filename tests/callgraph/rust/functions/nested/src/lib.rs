pub fn outer(n: u32) -> u32 {
    fn inner(n: u32) -> u32 {
        if n == 0 {
            0
        } else {
            inner(n - 1)
        }
    }

    inner(n)
}
