package app.store;

public class Store {
    public static Store open() { return new Store(); }

    public void put(String value) {}
}
