pub struct Engine {
    pump: Pump,
}

pub struct Pump;

impl Pump {
    fn flow(&self) {}
}

pub struct Car {
    engine: Option<Engine>,
    spare: Vec<Engine>,
}

impl Car {
    pub fn drive(&self) {
        if let Some(engine) = &self.engine {
            engine.pump.flow();
        }
        for engine in &self.spare {
            engine.pump.flow();
        }
    }
}
