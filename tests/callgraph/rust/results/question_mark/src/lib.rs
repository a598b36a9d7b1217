pub struct Conn;

impl Conn {
    fn open() -> Result<Conn, String> {
        Ok(Conn)
    }

    fn send(&self) -> Result<(), String> {
        Ok(())
    }
}

fn dial() -> Option<Conn> {
    None
}

pub fn run() -> Result<(), String> {
    Conn::open()?.send()?;
    dial().unwrap().send()?;
    let conn = Conn::open().expect("open");
    conn.send()
}
