package other;

public class Store {
    public static Store open() { return null; }

    public void put(String value) {}
}
