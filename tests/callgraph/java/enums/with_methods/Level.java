enum Level {
    LOW(1),
    HIGH(2);

    private final int value;

    Level(int value) { this.value = scale(value); }

    private static int scale(int value) { return value; }

    int value() { return value; }

    static Level of(String name) { return HIGH; }
}

class Use {
    int low() { return Level.LOW.value(); }

    int named() { return Level.of("x").value(); }
}
