class Printer {
    void print(String text) { textOnly(); }

    void print(int number) { numberOnly(); }

    private void textOnly() {}

    private void numberOnly() {}

    void words() { accept("x"); }

    void accept(String text) { last(text); }

    void accept(Printer other) { never(); }

    void last(String text) {}

    void never() {}
}
