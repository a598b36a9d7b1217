@0xdbb9ad1f14bf0b36;
using import "base.capnp";
struct Item {
  name @0 :Text;
  enum Kind { one @0; }
}
interface Shop { sell @0 (n :Int32) -> (ok :Bool); }
