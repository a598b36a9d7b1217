pub struct Till;

impl Till {
    pub fn new() -> Till {
        super::light();
        Till
    }

    pub fn ring(&self) {}
}
