module shop;
import std.stdio : writeln;

/// A shop.
class Shop : Base {
  this(int n) { super(n); }
  /// Sells.
  bool sell(int n) {
    if (n > 10) throw new Exception("x");
    return true;
  }
  T twice(T)(T x) { return x; }
}
struct Item { int price; }
void main() { writeln("x"); }
