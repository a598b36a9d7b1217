package app;

import static app.text.Words.join;

import app.store.Store;
import app.text.*;

class Main {
    public static void main(String[] args) {
        Store store = Store.open();
        store.put(join("a"));
        Words.split("b");
    }
}
