class Line implements AutoCloseable {
    static Line open() { return new Line(); }

    void send() {}

    @Override public void close() {}

    static void use(Object given) {
        try (Line line = Line.open()) {
            line.send();
        }
        if (given instanceof Line other) {
            other.send();
        }
        Line cast = (Line) given;
        cast.close();
    }
}
