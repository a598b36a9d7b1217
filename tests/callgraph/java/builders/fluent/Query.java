class Query {
    static class Builder {
        Builder where(String text) {
            check(text);
            return this;
        }

        Builder limit(int count) { return this; }

        Query build() { return new Query(); }

        private void check(String text) {}
    }

    static Builder builder() { return new Builder(); }

    void run() {}

    static void main(String[] args) {
        Query.builder().where("x").limit(3).build().run();
    }
}
