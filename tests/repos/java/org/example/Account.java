package org.example;

import java.util.ArrayList;
import java.util.List;

/** An account that never falls below zero. */
public class Account {
    private final List<Entry> entries = new ArrayList<>();
    private long balance;

    /**
     * Takes money out.
     *
     * @param amount in cents
     * @throws IllegalArgumentException if there is not enough
     */
    public void withdraw(long amount) {
        if (amount > balance) {
            throw new IllegalArgumentException("not enough");
        }
        book(-amount);
    }

    public void deposit(long amount) {
        book(amount);
    }

    private void book(long amount) {
        balance += amount;
        entries.add(new Entry(amount));
    }

    public Runnable report() {
        return new Runnable() {
            public void run() {
                entries.forEach(Entry::print);
            }
        };
    }
}
