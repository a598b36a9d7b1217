class Outer {
    private void secret() {}

    static class Plain {
        void go() { new Outer().secret(); }
    }

    class Inner {
        void go() {
            secret();
            Outer.this.secret();
        }
    }

    void run() {
        new Plain().go();
        new Inner().go();
    }
}
