record Item(String name, int price) {
    int taxed() { return tax(price); }

    private int tax(int amount) { return amount; }
}

record Order(Item item) {
    int total() { return item.taxed(); }
}

class Main {
    int run(Order order) {
        var total = order.total();
        return total;
    }
}
