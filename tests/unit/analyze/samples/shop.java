/* Licence */
package shop.core;

import java.util.List;
import java.util.*;
import static java.lang.Math.max;

/**
 * A shop.
 * @param <T> what is sold
 */
@Deprecated
@SuppressWarnings("x")
public abstract class Shop<T> extends Base<T> implements Seller, Closeable {
    /** The limit. */
    public static final int LIMIT = 10;
    private List<T> stock, other = null;
    public Shop(int n) { super(n); }
    Shop() { this(1); }
    /**
     * Sells.
     * @param n how many
     * @return whether
     * @throws IllegalStateException if closed
     */
    @Override
    protected <R> boolean sell(final int n, String... names) throws IOException, Foo {
        if (n > LIMIT) { throw new IllegalArgumentException("x"); }
        for (T t : stock) { t.run(); this.log(t); }
        Runnable r = new Runnable() { public void run() { help(); } void help() {} };
        stock.forEach(Shop::hello);
        stock.forEach(x -> go(x));
        return n == 1 && a || b ? x : y;
    }
    abstract void nope();
    enum Kind { ONE, TWO { void x() {} }; Kind() {} }
    interface Seller extends A, B { void sell(); default int z() { return 1; } int K = 1; }
    record P(int x) implements C { P { if (x < 0) throw new IllegalArgumentException(); } }
    @interface Anno { int value() default 1; }
    static { init(); }
}
