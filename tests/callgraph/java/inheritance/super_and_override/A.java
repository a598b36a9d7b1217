class A {
    A() { prepare(); }

    void prepare() {}

    void run() { step(); }

    void step() {}
}

class B extends A {
    B() { super(); }

    @Override void run() { super.run(); }

    @Override void step() {}

    static void main(String[] args) { new B().run(); }
}
