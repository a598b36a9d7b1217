import 'dart:async';

/// A shop.
class Shop extends Base {
  Shop(this.name);
  final String name;
  Future<bool> sell(int n) async {
    if (n > 10) throw ArgumentError('x');
    return check(n);
  }
  int get size => 1;
}
