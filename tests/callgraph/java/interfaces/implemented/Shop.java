interface Priced {
    int price();

    default int doubled() { return 2 * price(); }
}

class Apple implements Priced {
    public int price() { return 1; }
}

class Pear implements Priced {
    public int price() { return 2; }
}

class Shop {
    int total(Priced first, Priced second) { return first.price() + second.doubled(); }

    public static void main(String[] args) { new Shop().total(new Apple(), new Pear()); }
}
