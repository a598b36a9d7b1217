interface Listener {
    void click();
}

class Button {
    private Listener listener;

    void on(Listener listener) { this.listener = listener; }

    void press() { listener.click(); }
}

class App {
    void save() {}

    void start() {
        Button button = new Button();
        button.on(new Listener() {
            @Override public void click() { save(); }
        });
        button.press();
    }
}
