class Engine {
    private final Pump pump = new Pump();

    Pump pump() { return pump; }
}

class Pump {
    void flow() {}
}

class Car {
    Engine engine;

    void drive() {
        engine.pump().flow();
        this.engine.pump().flow();
    }
}
