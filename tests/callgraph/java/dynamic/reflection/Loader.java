class Loader {
    void load(String name) throws Exception {
        Object made = Class.forName(name).getDeclaredConstructor().newInstance();
        made.getClass().getMethod("start").invoke(made);
        report();
    }

    void start() {}

    private void report() {}
}
