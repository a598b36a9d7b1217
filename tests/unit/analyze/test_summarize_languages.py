"""Kinds of sentences that one language alone needs, and what stands beside brief words."""

import pytest

from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.parse import parse
from sourcebook.analyze.summarize import summarize_chunks
from sourcebook.config import ChunkConfig
from sourcebook.model import FileClass, SourceFile
from tests.unit.analyze.test_summarize_compose import python, said
from tests.unit.analyze.test_summarize_kinds import first


@pytest.mark.parametrize(
    ("documentation", "sentence"),
    [
        ("Make the cart.", "Make the cart; returns `shelf(x)`."),
        ("Make the small cart of a shop.", "Make the small cart of a shop; returns `shelf(x)`."),
        (
            "Take one thing after the other from its shelf.",
            "Take one thing after the other from its shelf; returns `shelf(x)`.",
        ),
    ],
)
def test_documentation_that_says_little_beside_the_name_is_followed_by_facts(
    documentation, sentence
):
    text = f'def make_cart(x):\n    """{documentation}"""\n    return shelf(x)\n'
    assert python(text, "make_cart") == sentence


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            "try:\n            put(x)\n        except ValueError as e:\n            self.a = []",
            "Sets `self.a` to `[]` on `ValueError`; calls `put`.",
        ),
        (
            "if x:\n            self.a = 1\n        put(x)",
            "Sets `self.a` to `1` when `x`; calls `put`.",
        ),
        (
            "put(x)\n        if x:\n            pass\n        else:\n            self.a = 1",
            "Sets `self.a` to `1` in one case; calls `put`.",
        ),
        (
            "if x.y:\n            x = cut(x)\n        return x",
            "Returns its argument `x`, set to `cut(x)` when `x.y`.",
        ),
        (
            "if x:\n            self.a = 1\n        else:\n            self.a = 2\n        put(x)",
            "Sets `self.a` to `1` when `x`, or `2`; calls `put`.",
        ),
        (
            "x[0] = put(1)\n        return x",
            "Returns its argument `x`, changed by `x[0] = put(1)`.",
        ),
        ("self.a[x] = x", "Sets `self.a[x]` to `x`."),
        ("self.a = {}\n        self.a[x] = x", "Sets `self.a` to `{}`."),
        (
            "v = put(x)\n        self.cache[x] = v\n        return v",
            "Returns `v`, made by `put(x)`; sets `self.cache[x]` to `v`.",
        ),
        (
            "self.a = x.a\n        self.b = x\n        self.c = 5",
            "Sets `self.a` to `x.a`, `self.b` to `x` and `self.c` to `5`.",
        ),
        (  # a thing of the same name needs no value, which must not seem to be that of all
            "a = x.a\n        self._a = a\n        self.b = 5",
            "Sets `self._a`, and `self.b` to `5`.",
        ),
        (
            "if x:\n            self.a = 5\n            self.b = 6",
            "Sets `self.a` to `5` and `self.b` to `6` when `x`.",
        ),
        (
            "if x:\n            self.a = 5\n        if not x:\n            self.b = 6",
            "Sets `self.a` and `self.b` in some cases.",
        ),
        ("self.a = {}\n        self.a[x] = 1", "Sets `self.a` to `{}`."),
        (
            "if x:\n            pass\n        else:\n            self.a = 5\n            self.b = 6",
            "Sets `self.a` and `self.b` in some cases.",
        ),
        ('self.a["k"] = x\n        return ""', 'Sets `self.a["k"]` to `x`; returns `""`.'),
        ('x["k"] = 5\n        return ""', 'Sets `x["k"]` to `5`; returns `""`.'),
        (
            'y = put(x)\n        if x:\n            y["k"]["l"] = True\n        return y',
            'Returns `y`, begun as `put(x)`; sets `y["k"]["l"]` to `True` when `x`.',
        ),
        (
            "y = [x.a, x.b]\n        if x.c:\n            y.append(x.c)\n        return y",
            "Returns `y`, begun as `[x.a, x.b]`.",
        ),
    ],
)
def test_what_is_set_under_a_condition_is_told_with_it(body, sentence):
    assert python(f"class A:\n    def f(self, x):\n        {body}\n", "A.f") == sentence


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "a.go", "go",
            "func f(x int) (int, error) {\n\ty, err := grow(x)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn y + 1, nil\n}\n",
            "f", "Returns `y + 1`, or an error; calls `grow`.",
        ),
        (
            "a.go", "go",
            "func f(xs []int) []int {\n\tvar ys []int\n\tfor _, x := range xs {\n\t\tys = append(ys, g(x))\n\t}\n\treturn ys\n}\n",
            "f", "Returns `ys`, grown by `append(ys, g(x))`.",
        ),
        (
            "a.go", "go", "func f() error {\n\tif err := g(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n",
            "f", "Returns `err` when `err := g(); err != nil`, else `nil`.",
        ),
        (
            "a.cpp", "cpp",
            'string f(int n) {\n  std::ostringstream out;\n  out << "cart " << name(n) << endl;\n  return out.str();\n}\n',
            "f", 'Returns text put together from `"cart "` and `name(n)`.',
        ),
        (
            "a.h", "cpp", "class A {\n public:\n  A(int n) : n_(n) { ; }\n  int n_;\n};\n", "A::A",
            "Has an empty body and sets up `n_(n)`.",
        ),
        (
            "a.py", "python",
            "class A:\n    def put(self, value=None):\n        '''value -- a value to take from for a shelf\n\n        If value is set, this will be a cart for taking,\n        otherwise, it is for putting'''\n        self.x = value\n",
            "A.put", "If value is set, this will be a cart for taking, otherwise, it is for putting; sets `self.x` to `value`.",
        ),
        (
            "a.cpp", "cpp", "void f(int* time) {\n  *time = now_;\n}\n", "f", "Sets `*time` to `now_`.",
        ),
        (
            "a.c", "c", "void f(int x) {\n  UNUSED_VAR (x);\n}\n", "f",
            "Does nothing, but marks what it is given as unused: `UNUSED_VAR (x)`.",
        ),
        (
            "a.cpp", "cpp",
            "void A::f(T* t) {\n  grow(1);\n  while (t->more()) {\n    t = ((T*)t)->next();\n  }\n}\n",
            "A::f", "Calls `grow`, `t->more` and `t->next`; repeats `while (t->more())`.",
        ),
        (
            "a.go", "go",
            "type Shelf interface {\n\t// Sum counts what is there.\n\tSum() int\n}\n\ntype Cart struct{}\n\nfunc (c *Cart) Sum() int {\n\treturn 0\n}\n",
            "Cart.Sum", "Returns `0` (`int`); as the interface `Shelf` asks for (“Sum counts what is there”).",
        ),
        (
            "a.go", "go",
            "type Shelf interface {\n\tRead(at int, n int) int\n}\n\ntype Cart struct{}\n\nfunc (c *Cart) Read(b []byte) int {\n\treturn 0\n}\n",
            "Cart.Read", "Does no more than return `0` (`int`).",
        ),
        (
            "a_test.go", "go",
            'func TestSum(t *testing.T) {\n\tn, err := shelf.Sum()\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tif n != 3 {\n\t\tt.Errorf("three, not %d", n)\n\t}\n}\n',
            "TestSum", "Exercises `shelf.Sum`; fails when `n != 3` and in other cases.",
        ),
        (
            "a_test.go", "go",
            "func TestSum(t *testing.T) {\n\tif err := shelf.Sum(); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n",
            "TestSum", "Exercises `shelf.Sum`; fails on an error.",
        ),
        (
            "a.php", "php",
            "<?php\nclass Cart extends Exception {\n  function __construct($n) {\n    parent::__construct($n);\n    grow($n);\n  }\n}\n",
            "Cart::__construct", "Calls `parent::__construct` and `grow`; part of `Cart` (“Extends `Exception`”).",
        ),
        (
            "a.rb", "ruby",
            "class Cart\n  def put(x)\n    @last.push(0)\n    nil\n  end\nend\n", "Cart::put",
            "Calls `@last.push`.",
        ),
        (
            "a.rb", "ruby", "def open_it(x)\n  grow(x)\n  Big::Shelf.new(x)\n  nil\nend\n", "open_it",
            "Calls `grow` and `Big::Shelf.new`.",
        ),
        (
            "a.pl", "perl",
            "sub new {\n  my $self = {};\n  return bless($self);\n}\n\nsub take {\n  my $self = shift;\n  $self->{sum} = 3;\n  $self->SUPER::new(2);\n  die Shelf::Error->new($self);\n}\n",
            "new", "Returns `bless($self)`.",
        ),
        (
            "a.pl", "perl", "sub put {\n  my $self = shift;\n  $self->{sum} = 3;\n  grow();\n}\n", "put",
            "Sets `$self->{sum}` to `3`; calls `grow`.",
        ),
        (
            "a.java", "java", "/**\n * @phase test\n * @goal compile\n */\nclass Cart {\n  int sum;\n}\n",
            "Cart", "Holds `sum`.",
        ),
        (
            "a.java", "java",
            "class A {\n  /** Does this shelf perform the following steps? */\n  int f() {\n    return 1;\n  }\n}\n",
            "A.f", "Answers “Does this shelf perform the following steps?”; the body only returns `1`.",
        ),
        (
            "a.php", "php",
            "<?php\nclass A {\n  /**\n   * WRITE TESTS\n   */\n  function f() {\n    put(1);\n  }\n}\n",
            "A::f", "Runs `put(1)`.",
        ),
        (
            "a.go", "go", "func echo(thing string) (string, error) {\n\treturn thing, nil\n}\n", "echo",
            "Returns its argument `thing`, without an error.",
        ),
        (
            "a.java", "java",
            "class Cart extends Shelf {\n  Cart(int n) {\n    super(n);\n  }\n}\n",
            "Cart", "Extends `Shelf`; defines `Cart`.",
        ),
        (
            "a.java", "java",
            "class A extends Shelf<AVeryLongNameOfSomeType, AnotherOne> {\n  void g() {}\n}\n", "A",
            "Extends `Shelf`; defines `g`.",
        ),
        (
            "a.kt", "kotlin", "object A {\n  class B {\n    fun f() = 1\n  }\n}\n", "A",
            "Holds the type `B`.",
        ),
        (
            "a.cpp", "cpp",
            "/**\n * Cart class\n *\n * This class takes things from a shelf.\n */\nclass Cart {\n  int sum_;\n};\n",
            "Cart", "Cart class; this class takes things from a shelf; holds `int sum_`.",
        ),
        (
            "a.rb", "ruby",
            "def f(x)\n  return if x.nil? and @skip\n  raise Odd, 'no way to put it' unless x\n  grow(x)\nend\n",
            "f",
            "Returns `nil` when `x.nil? and @skip`; calls `grow`; raises `Odd` unless `x` (“no way to put it”).",
        ),
        (
            "a.rb", "ruby", "def f(x)\n  return if x.nil?\nend\n", "f", "Returns `nil` when `x.nil?`.",
        ),
        (
            "a.pl", "perl", "sub f {\n  my $name = shift;\n  $$name = '';\n  return 0;\n}\n", "f",
            "Sets `$$name` to `''`; returns `0`.",
        ),
        (
            "a.java", "java", "class A {\n  void f(int x) throws Odd {\n    put(x);\n    more(x);\n  }\n}\n", "A.f",
            "Calls `put` and `more`; may raise `Odd`.",
        ),
        (
            "a.java", "java", "class A {\n  void f(int x) throws Odd {\n    put(x);\n    throw new Odd();\n  }\n}\n", "A.f",
            "Calls `put`; raises `Odd`.",
        ),
        (
            "a.java", "java",
            'class A {\n  /** Flush any pending data out of a buffer. */\n  void flush() {\n    throw new Odd("Not Supported here");\n  }\n}\n',
            "A.flush",
            'Flush any pending data out of a buffer; the body only raises `Odd("Not Supported here")`.',
        ),
        (
            "a.go", "go", "func f(x int) *Cart {\n\treturn &Cart{\n\t\tx: x,\n\t\ty: 1,\n\t}\n}\n",
            "f", "Returns `&Cart{ x: x, y: 1 }`.",
        ),
        (
            "a.go", "go", "func init() {\n\tkinds = map[int]string{\n\t\t1: one,\n\t\t2: two,\n\t}\n}\n",
            "init", "Sets `kinds` to `map[int]string{ 1: one, 2: two }`.",
        ),
        (
            "a.cpp", "cpp", "void f() {\n  Cart one;\n  Shelf two;\n}\n", "f",
            "Holds `Cart one` and `Shelf two`.",
        ),
        (
            "a.c", "c",
            'static int shut(int x) {\n  return NIL;\n}\n\nvoid init(void) {\n  table("shut", shut);\n}\n',
            "shut", 'Returns `NIL` (`int`); used in `table("shut", shut)`.',
        ),
        (
            "a.h", "cpp",
            "class A {\n  /** Call this from the constructor where there are other names. */\n  void more() { names_ = others(1); }\n};\n",
            "A::more",
            "Call this from the constructor where there are other names; sets `names_` to `others(1)`.",
        ),
        (
            "a.java", "java",
            "class A {\n  long f(byte[] b) {\n    int n = grow(b);\n    return (b[0] << 8)\n        | (b[1] & n);\n  }\n}\n",
            "A.f", "Returns `(b[0] << 8) | (b[1] & n)`; calls `grow`.",
        ),
        (
            "a.java", "java",
            "class A {\n  int f(int n) {\n    if (n < 0) return (n);\n    put(n);\n    return (n);\n  }\n}\n",
            "A.f", "Returns its argument `n`; calls `put`.",
        ),
        (
            "a.cpp", "cpp",
            'void A::f(int n) {\n  if (n > 1) {\n    throw "unknown option: " + name(n);\n  }\n  sum_ = n;\n}\n',
            "A::f",
            'Sets `sum_` to `n`; raises the text `"unknown option: " + name(n)` when `n > 1`.',
        ),
        (
            "a.cpp", "cpp", "/** Not used */\nvoid f() {\n  grow(1);\n}\n", "f", "Runs `grow(1)`.",
        ),
        (
            "a.cpp", "cpp", "/** Takes what is in the old buffer (crbuf_) and puts it there. */\nvoid f() {\n  grow(1);\n}\n", "f",
            "Takes what is in the old buffer (crbuf_) and puts it there; runs `grow(1)`.",
        ),
        (
            "a.cpp", "cpp", "class A {\n  int end() {\n    return 0;\n  }\n};\n", "A::end",
            "Does no more than return `0` (`int`).",
        ),
        (
            "a.c", "c",
            "static void init(Class *c) {\n  Base *b = BASE (c);\n  b->get =\n  c->get =\n    shelf_get_thing;\n}\n",
            "init", "Calls `BASE`; sets `b->get` to `c->get = shelf_get_thing`.",
        ),
        (
            "a.cpp", "cpp",
            'void f(ostream& out, int n) {\n  out << "return Error(\\"it cannot be read\\")" << n;\n  grow(n);\n}\n',
            "f", 'Writes `return Error("it cannot be read")…`; calls `grow`.',
        ),
        (
            "a.pl", "perl", "sub f {\n  my ($one, $two);\n  grow('it');\n  die 'abstract';\n}\n", "f",
            "Calls `grow` with `'it'`.",
        ),
        (
            "a.py", "python",
            'def f(x):\n    """This is necessary because the things of a shop come later."""\n    return x + 1\n', "f",
            "This is necessary because the things of a shop come later; returns `x + 1`.",
        ),
        (
            "a.go", "go",
            "/*\n\texport bench=one && go test \\\n\t  -run all\n*/\nfunc f(x int) int {\n\treturn x + 1\n}\n", "f",
            "Returns `x + 1`.",
        ),
        (
            "a.java", "java", "class A {\n  int sum;\n  void more() {\n    sum++;\n  }\n}\n", "A.more",
            "Counts up `sum`.",
        ),
        (
            "a.rb", "ruby",
            "def f(type)\n  case type\n  when Kinds::ONE, Kinds::TWO\n    grow(1)\n  else\n    grow(2)\n  end\nend\n", "f",
            "Calls `grow`; decides by `type`.",
        ),
        (
            "a.cpp", "cpp",
            ("Cart::Cart(const shared_ptr<FirstFactoryOfThem>& firstFactoryOfThem,\n           const shared_ptr<SecondFactoryOfThem>& secondFactory,\n"
            "           const shared_ptr<ThirdFactoryOfThem>& thirdFactoryOfThem,\n           const shared_ptr<FourthFactoryOfThem>& fourthFactory)\n"
            "  : Shelf(firstFactoryOfThem, secondFactory),\n    sum_(0) {\n}\n"),
            "Cart::Cart", "Has an empty body and sets up `Shelf(firstFactoryOfThem, secondFactory)` and `sum_(0)`.",
        ),
        ("a.go", "go", "func f(v int8) *int8 { return &v }\n", "f",
         "Returns the address of its argument `v` (`*int8`)."),
        (
            "a.cpp", "cpp",
            "void f(int n) {\n  string new_name;\n  int r_size = 0;\n  this->sum_ += n;\n  new_name += n;\n  ++n;\n}\n",
            "f", "Changes `this->sum_` by `+= n`.",
        ),
        (
            "a.kt", "kotlin",
            "// Carts of Many Shops:\n//\n// For each of them the same shelf is taken at once.\nclass A {\n}\n",
            "A", "For each of them the same shelf is taken at once.",
        ),
    ],
)  # fmt: skip
def test_definitions(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "a.go", "go", "// makes sure\nvar _ Shelf = (*Cart)(nil)\n",
            "Has the compiler check that `*Cart` implements `Shelf`.",
        ),
        ("a.cpp", "cpp", "BOOST_AUTO_TEST_SUITE(carts)\n", "Opens the suite of tests `carts`."),
        ("a.cpp", "cpp", "BOOST_AUTO_TEST_SUITE_END()\n", "Closes a suite of tests."),
        (
            "a.go", "go", "var (\n\t_ Shelf = (*Cart)(nil)\n\t_ Shelf = Box{}\n)\n",
            "Has the compiler check that `*Cart` implements `Shelf` and `Box` implements `Shelf`.",
        ),
        (
            "a.c", "c", "#define PUT(_X, _Y) \\\n  { \\\n    int _z = (_X); \\\n    (_Y) += _z; \\\n  }\n",
            "Defines the macro `PUT(_X, _Y)` as `int _z = (_X)` and 1 more line.",
        ),
        (
            "a.go", "go",
            'import (\n\t"github.com/a_long_owner/and/a_long_name/of/some/package"\n)\n\nvar _ = 1\n',
            "Imports `some/package`.",
        ),
        (
            "a.h", "cpp",
            '#define SHELF (shelf_of(1))\nextern "C" { int take(void); }\nint put(void);\nextern int sum;\n',
            "Defines `SHELF`; declares `take`, `put` and `sum`.",
        ),
        (
            "a.pl", "perl",
            "#one - a thing is put\n#two - a thing is taken\n\nuse Shelf;\n\nsub put_it;\nsub take_it;\n",
            "Declares `put_it` and `take_it`; imports `Shelf`.",
        ),
        (
            "a.rb", "ruby",
            "module Shop\n  module Cart\n    def self.put(x)\n      @x = x\n    end\n  end\nend\n",
            "`module Shop` with `Cart`.",
        ),
        ("a.cpp", "cpp", '} /* extern "C" */\n', 'Closes the block `extern "C"`.'),
        (
            "a.h", "c",
            "typedef struct _Cart Cart;\n\n/* Puts a thing into the cart. */\nint cart_put(Cart *c, int thing);\n\nint cart_sum(Cart *c);\n",
            "Defines `Cart`; declares `cart_put` (“Puts a thing into the cart”) and `cart_sum`.",
        ),
    ],
)  # fmt: skip
def test_what_is_no_definition(path, language, text, sentence):
    assert first(path, language, text) == sentence


def test_a_base_of_the_same_package_is_meant_where_others_bear_its_name():
    base = "abstract class Shelf {{\n  /** {0}. */\n  abstract void put();\n}}\n"
    files = {
        "a/Shelf.java": base.format("Puts one thing here"),
        "b/Shelf.java": base.format("Puts one thing there"),
        "b/Cart.java": "class Cart extends Shelf {\n  void put() {}\n}\n",
    }
    parsed = [
        parse(
            SourceFile(path, "", len(text), "java", FileClass.SOURCE),
            decode(path, text.encode()),
            ChunkConfig(),
        )
        for path, text in files.items()
    ]
    found = summarize_chunks(parsed, link(parsed), {})
    told = next(one.responsibility for key, one in found.items() if "Cart.put" in str(key))
    assert told is not None
    assert told.text == "Has an empty body; overrides `Shelf.put` (“Puts one thing there”)."
