#include <string>
#include "shop.h"
using namespace std;
using std::vector;
namespace shop::core {
/// A shop.
template <typename T>
class API Shop : public Base<T>, private virtual Other {
 public:
  Shop(int n) : n_(n) { init(); }
  explicit Shop();
  virtual ~Shop() = default;
  bool sell(const Item& item, int n = 3) const override;
  static Shop* make() { return new Shop(1); }
  bool operator==(const Shop& o) const { return a.b(o)->c(); }
  operator bool() const { return true; }
 private:
  int n_, m_;
  std::vector<T> stock;
  enum Kind { ONE, TWO = 2 };
  struct In { void run(); };
  friend class X;
};
template <class T> bool Shop<T>::sell(const Item& item, int n) const {
  if (n > 10) throw std::invalid_argument("x");
  for (auto& x : stock) { x.go(); ns::f<int>(x); }
  auto l = [&](int q) { return q; };
  return n == 1 && a ? b : c;
}
Shop::~Shop() {}
int* ptr(char **argv, void (*cb)(int)) { return cb(1), nullptr; }
unsigned long Counter::total = 0;
enum class Color : int { RED };
typedef struct node { int v; } node_t;
using Name = std::string;
union U { int a; };
constexpr int LIMIT = 10;
#define MAX(a,b) ((a)>(b)?(a):(b))
#define FLAG
extern "C" { int c_side(int a); }
auto trailing(int a) -> int { return a; }
}
namespace { void hidden() {} }
