class Point {
    private final int x;

    Point() { this(0); }

    Point(int x) {
        this.x = x;
        check();
    }

    private void check() {}

    static Point origin() { return new Point(); }
}
