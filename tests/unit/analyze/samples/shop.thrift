// A shop.
include "base.thrift"
namespace py shop

const i32 LIMIT = 10
typedef string Name

enum Kind { ONE = 1, TWO }

struct Item {
  1: required Name name,
  2: i32 price = 0
}

exception Empty { 1: string why }

service Shop extends base.Service {
  bool sell(1: Item item, 2: i32 n) throws (1: Empty empty),
  oneway void close()
}
