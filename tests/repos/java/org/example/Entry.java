package org.example;

record Entry(long amount) {
    Entry {
        if (amount == 0) throw new IllegalArgumentException("empty");
    }

    void print() {
        System.out.println(amount);
    }
}
