"""Every language of the table that has a sample: what is found in it.

Fields, constants and keys are left out of the lists; tests of their own look at them.
"""

from textwrap import dedent

import pytest

from sourcebook.grammars.languages import languages
from tests.unit.analyze.reading import SAMPLES, sample, symbol

LEFT_OUT = {"field", "constant", "key", "variable"}

FOUND = {
    "shop.c": """
        3 macro SHOP_H
        6 macro LIMIT
        7 macro SQ
        8 struct item
        9 struct box_t
        10 type handler
        11 type uint
        12 enum kind
        13 struct u
        16 function proto
        18 function sell
        27 function get
        28 function mk
        30 function only_x
        32 function not_x
    """,
    "shop.capnp": """
        3 struct Item
        5 enum Item.Kind
        7 interface Shop
    """,
    "shop.cpp": """
        5 namespace shop::core
        8 class shop::core::Shop
        10 constructor shop::core::Shop::Shop
        11 constructor shop::core::Shop::Shop
        12 method shop::core::Shop::~Shop
        13 method shop::core::Shop::sell
        14 method shop::core::Shop::make
        15 method shop::core::Shop::operator==
        16 method shop::core::Shop::operator bool
        20 enum shop::core::Shop::Kind
        21 struct shop::core::Shop::In
        21 method shop::core::Shop::In::run
        24 method shop::core::Shop::sell
        30 method shop::core::Shop::~Shop
        31 function shop::core::ptr
        33 enum shop::core::Color
        34 type shop::core::node_t
        34 struct shop::core::node
        35 type shop::core::Name
        36 struct shop::core::U
        38 macro shop::core::MAX
        39 macro shop::core::FLAG
        40 function shop::core::c_side
        41 function shop::core::trailing
        43 function hidden
    """,
    "shop.cs": """
        5 namespace Shop.Core
        10 class Shop
        14 property Shop.Name
        15 property Shop.Age
        16 property Shop.Fast
        18 constructor Shop.Shop
        19 method Shop.~
        20 method Shop.+
        21 property Shop.this
        23 method Shop.SellAsync
        28 function Shop.SellAsync.Local
        31 interface Shop.IA
        31 method Shop.IA.B
        31 property Shop.IA.C
        32 enum Shop.Kind
        33 struct Shop.S
        34 class Shop.R
        35 type Shop.D
    """,
    "shop.d": """
        5 class Shop
        6 constructor Shop.this
        8 method Shop.sell
        12 method Shop.twice
        14 struct Item
        15 function main
    """,
    "shop.dart": """
        4 class Shop
        5 constructor Shop.Shop
        7 method Shop.sell
        11 method Shop.size
    """,
    "shop.erl": """
        2 namespace shop
        5 struct item
        8 function sell
        14 function helper
    """,
    "shop.go": """
        27 struct Item
        33 interface Seller
        34 method Seller.Sell
        38 type ID
        39 type Handler
        40 type Set
        45 method Shop.Sell
        55 function Map
        56 method Set.Add
        57 function main
    """,
    "shop.hs": """
        4 function sell
        6 enum Item
        7 trait Seller
        8 method Seller.check
    """,
    "shop.html": """
        3 section Head one
        4 section Head one.Two
    """,
    "shop.hx": """
        4 class Shop
        6 method Shop.make
        9 constructor Shop.new
        11 type Item
    """,
    "shop.ipynb": """
        3 section Selling
        4 section import shop
    """,
    "shop.java": """
        14 class Shop
        18 constructor Shop.Shop
        19 constructor Shop.Shop
        27 method Shop.sell
        30 class Shop.sell.<Runnable>
        30 method Shop.sell.<Runnable>.run
        30 method Shop.sell.<Runnable>.help
        35 method Shop.nope
        36 enum Shop.Kind
        36 method Shop.Kind.TWO.x
        36 constructor Shop.Kind.Kind
        37 interface Shop.Seller
        37 method Shop.Seller.sell
        37 method Shop.Seller.z
        38 class Shop.P
        38 constructor Shop.P.P
        39 interface Shop.Anno
        39 method Shop.Anno.value
    """,
    "shop.kt": """
        9 class Shop
        10 method Shop.create
        11 constructor Shop.constructor
        17 method Shop.sell
        25 method Shop.log
        26 class Shop.In
        26 method Shop.In.run
        28 method String.shout
        29 function top
        30 interface Seller
        30 method Seller.sell
        31 enum Kind
        33 method Kind.z
        35 class Single
        35 method Single.s
        36 class D
        37 type Name
        40 class obj.<Runnable>
        40 method obj.<Runnable>.run
    """,
    "shop.lisp": """
        1 namespace shop
        3 function sell
        6 class shop
        7 function close
    """,
    "shop.lua": """
        10 method M.sell
        17 method M.method
        18 function helper
        19 method M.anon
        20 function f
        21 function T.key
    """,
    "shop.md": """
        4 section Shop
        12 section Shop.Use
    """,
    "shop.ml": """
        3 type item
        5 function sell
        8 namespace Inner
        11 class shop
        12 method shop.sell
    """,
    "shop.pas": """
        1 namespace Shop
        9 class TShop
        11 constructor TShop.Create
        12 method TShop.Sell
        17 constructor TShop.Create
        22 method TShop.Sell
    """,
    "shop.php": """
        15 class Shop
        20 constructor Shop::__construct
        23 method Shop::sell
        28 method Shop::nope
        30 interface Seller
        30 method Seller::s
        31 trait T
        31 method T::t
        32 enum Suit
        32 method Suit::label
        33 function top
        33 class top::<class>
        33 method top::<class>::q
        34 function later
    """,
    "shop.pl": """
        1 class Shop
        6 function sell
    """,
    "shop.proto": """
        4 class Item
        6 enum Item.Kind
        8 interface Shop
        9 method Shop.Sell
    """,
    "shop.rb": """
        5 namespace Shop
        9 class Shop::Seller
        13 constructor Shop::Seller::initialize
        17 method Shop::Seller::create
        19 method Shop::Seller::other
        21 method Shop::Seller::sell?
        32 method Shop::Seller::hidden
        33 method Shop::Seller::prot
        34 method Shop::Seller::==
        36 method Shop::Seller::dyn
        40 function top
    """,
    "shop.rs": """
        8 macro make
        11 function hidden
        12 struct Inside
        17 struct Shop
        18 struct P
        19 enum Kind
        22 type Res
        23 struct U
        25 trait Sell
        27 type Sell::Item
        28 method Sell::sell
        29 method Sell::twice
        33 method <Shop as Sell>::sell
        40 method Shop::new
        43 function os
        44 namespace inner
        44 function inner::dispatch
        44 struct inner::Thing
        47 namespace tests
        47 function tests::t
        48 function c_side
        49 function f
    """,
    "shop.rst": """
        1 section Top
        7 section Top.Sub
        16 section Top.Sub.Over
    """,
    "shop.scala": """
        8 class Shop
        11 constructor Shop.this
        13 method Shop.sell
        21 method Shop.nope
        22 class Shop.In
        22 method Shop.In.run
        24 class Shop
        24 method Shop.create
        24 type Shop.X
        25 trait Seller
        25 method Seller.sell
        26 class D
        27 enum Color
        28 function top
    """,
    "shop.sh": """
        9 function sell
        17 function other
    """,
    "shop.sql": """
        2 table shop.item
        3 table cheap
        4 function tidy
        10 type mood
        11 function trg
    """,
    "shop.st": """
        1 class Shop
        6 method Shop.sell:
    """,
    "shop.swift": """
        7 class Shop
        10 property Shop.name
        11 property Shop.age
        12 constructor Shop.init
        13 method Shop.deinit
        17 method Shop.sell
        25 property Shop.subscript
        26 struct Shop.In
        26 method Shop.In.run
        27 enum Shop.Kind
        29 interface Seller
        29 method Seller.sell
        30 method Shop.extra
        30 method Shop.==
        31 class Act
        31 method Act.a
        32 type Name
        33 function top
        36 function dbg
    """,
    "shop.thrift": """
        6 type Name
        8 enum Kind
        10 struct Item
        15 struct Empty
        17 interface Shop
        18 method Shop.sell
        19 method Shop.close
    """,
    "shop.ts": """
        6 class Shop
        8 constructor Shop.constructor
        9 property Shop.size
        12 method Shop.sell
        16 method Shop.check
        18 interface Seller
        18 method Seller.sell
        19 type Name
        20 enum Kind
        21 function make
        22 method helpers.one
        22 method helpers.two
        23 namespace Inner
        23 function Inner.deep
        24 function default
    """,
    "shop.xml": """
        3 namespace project
    """,
}


@pytest.mark.parametrize("name", FOUND)
def test_definitions_with_their_lines(name: str):
    found = [
        f"{each.name_line} {each.kind} {each.qualified}"
        for each in sample(name).symbols[1:]
        if each.kind not in LEFT_OUT
    ]
    assert found == dedent(FOUND[name]).strip().splitlines()


def test_every_language_with_full_support_has_a_sample_or_a_repository():
    covered = {sample(path.name).language for path in SAMPLES.iterdir()} | {"python", "javascript"}
    full = {name for name, row in languages().items() if row.grammar and row.kind == "code"}
    assert full - covered == {"tsx"}


@pytest.mark.parametrize(
    ("name", "module", "names", "alias"),
    [
        ("shop.go", "strings", (), "str"),
        ("shop.go", "math", (("*", "*"),), ""),
        ("shop.rs", "std::collections::hash_map", (("Entry", "E"),), ""),
        ("shop.rs", "crate::a", (("*", "*"),), ""),
        ("shop.java", "java.util", (("List", "List"),), ""),
        ("shop.java", "java.lang.Math", (("max", "max"),), ""),
        ("shop.kt", "a.b", (("D", "E"),), ""),
        ("shop.c", "stdio.h", (), ""),
        ("shop.cs", "A.B", (), "Alias"),
        ("shop.rb", "lib/x", (), ""),
        ("shop.php", "Foo", (("A", "A"), ("B", "C")), ""),
        ("shop.swift", "Core.Net", (), ""),
        ("shop.scala", "a.b", (("D", "D"), ("E", "F"), ("*", "*")), ""),
        ("shop.sh", "./lib.sh", (), ""),
        ("shop.lua", "a.b", (), ""),
        ("shop.ts", "./money", (("*", "money"),), ""),
        ("shop.thrift", "base.thrift", (), ""),
        ("shop.hs", "Data.Map", (), ""),
        ("shop.css", "x.css", (), ""),
        ("Makefile", "rules.mk", (), ""),
    ],
)
def test_imports(name: str, module: str, names: tuple[tuple[str, str], ...], alias: str):
    found = [(each.module, each.names, each.alias) for each in sample(name).imports]
    assert (module, names, alias) in found


@pytest.mark.parametrize(
    ("name", "qualified", "signature", "parameters", "returns", "bases"),
    [
        (
            "shop.rs",
            "Shop::new",
            "pub async fn new(name: &str, mut n: u32) -> Self",
            (("name", "&str", ""), ("n", "u32", "")),
            "Self",
            (),
        ),
        (
            "shop.java",
            "Shop",
            "public abstract class Shop<T> extends Base<T> implements Seller, Closeable",
            (),
            "",
            ("Base<T>", "Seller", "Closeable"),
        ),
        (
            "shop.kt",
            "Shop",
            "open class Shop<T>(val name: String, private var n: Int = 1) : Base(name), Seller",
            (("name", "String", ""), ("n", "Int", "1")),
            "",
            ("Base(name)", "Seller"),
        ),
        (
            "shop.c",
            "sell",
            "static inline int *sell(struct item *it, unsigned n, ...)",
            (("it", "struct item *", ""), ("n", "unsigned", ""), ("...", "...", "")),
            "int*",
            (),
        ),
        (
            "shop.cpp",
            "shop::core::Shop",
            "template <typename T> class API Shop : public Base<T>, private virtual Other",
            (),
            "",
            ("Base<T>", "Other"),
        ),
        (
            "shop.cs",
            "Shop.SellAsync",
            (
                "protected internal async Task<bool> SellAsync<R>"
                '(ref int n, string name = "x", params int[] all)'
            ),
            (("n", "int", ""), ("name", "string", '"x"'), ("all", "int[]", "")),
            "Task<bool>",
            (),
        ),
        (
            "shop.rb",
            "Shop::Seller::initialize",
            "def initialize(name, n = 1, *rest, key: 2, opt:, **kw, &blk)",
            (
                ("name", "", ""),
                ("n", "", "1"),
                ("*rest", "", ""),
                ("key", "", "2"),
                ("opt", "", ""),
                ("**kw", "", ""),
                ("&blk", "", ""),
            ),
            "",
            (),
        ),
        (
            "shop.swift",
            "Shop.sell",
            "public static func sell<R>(to n: Int, _ names: String...) async throws -> Bool",
            (("n", "Int", ""), ("names", "String...", "")),
            "Bool",
            (),
        ),
        (
            "shop.go",
            "Shop.Sell",
            "func (s *Shop) Sell(i Item, n, m int, opts ...string) (bool, error)",
            (("i", "Item", ""), ("n", "int", ""), ("m", "int", ""), ("opts", "...string", "")),
            "(bool, error)",
            (),
        ),
        (
            "shop.ts",
            "Shop.sell",
            "async sell(n: number, ...rest: T[]): Promise<boolean>",
            (("n", "number", ""), ("...rest", "T[]", "")),
            "Promise<boolean>",
            (),
        ),
    ],
)
def test_heads(name, qualified, signature, parameters, returns, bases):
    found = symbol(sample(name), qualified)
    assert found.signature == signature
    assert tuple((each.name, each.type, each.default) for each in found.parameters) == parameters
    assert (found.returns, found.bases) == (returns, bases)


@pytest.mark.parametrize(
    ("name", "qualified", "doc"),
    [
        ("shop.go", "Shop.Sell", "Sell sells an item.\n\nDeprecated: use Order."),
        ("shop.rs", "Shop", "A shop."),
        ("shop.cs", "Shop", "A shop.\nn: how many"),
        ("shop.rb", "Shop::Seller", "Sells.\n@param n [Integer] how many"),
        ("shop.lua", "M.sell", "Sells.\n@param n how many"),
        ("shop.sql", "shop.item", "Items."),
        ("shop.hs", "sell", "Sells."),
        ("shop.proto", "Item", "An item."),
        ("shop.ml", "item", "A shop."),
    ],
)
def test_documentation(name: str, qualified: str, doc: str):
    assert symbol(sample(name), qualified).doc == doc


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("shop.go", {"Shop.Sell": "deprecated", "main": "private"}),
        ("shop.rs", {"Shop::new": "async deprecated", "tests": "conditional private"}),
        ("shop.java", {"Shop": "deprecated", "Shop.sell": "protected"}),
        ("shop.kt", {"Shop.sell": "async", "Shop.log": "private"}),
        ("shop.c", {"sell": "private", "only_x": "conditional", "mk": ""}),
        ("shop.cpp", {"shop::core::Shop::In": "private", "shop::core::Shop::make": ""}),
        ("shop.cs", {"Shop.SellAsync": "async protected", "Shop.IA.B": ""}),
        ("shop.rb", {"Shop::Seller::hidden": "private", "Shop::Seller::prot": "protected"}),
        ("shop.php", {"Shop::sell": "protected", "later": "conditional"}),
        ("shop.swift", {"Shop": "deprecated", "Shop.stock": "private", "Shop.sell": "async"}),
        ("shop.scala", {"Shop": "deprecated", "Shop.sell": "protected"}),
        ("shop.ts", {"Shop.stock": "private", "Shop.sell": "async"}),
    ],
)
def test_flags(name: str, flags: dict[str, str]):
    file = sample(name)
    for qualified, expected in flags.items():
        found = next(each for each in file.symbols if each.qualified == qualified)
        shown = {
            "async": found.is_async,
            "conditional": found.conditional,
            "deprecated": found.deprecated,
            "private": found.visibility == "private",
            "protected": found.visibility == "protected",
        }
        assert " ".join(flag for flag, is_set in shown.items() if is_set) == expected, qualified


@pytest.mark.parametrize(
    ("name", "caller", "callee"),
    [
        ("shop.kt", "Shop.sell", "x?.go"),
        ("shop.cs", "Shop.SellAsync", "s?.Run"),
        ("shop.rb", "Shop::Seller::sell?", "@items.each"),
        ("shop.php", "Shop::sell", "$this->a->b"),
        ("shop.swift", "Shop.sell", "self.log"),
        ("shop.scala", "Shop.sell", "stock.map"),
        ("shop.sh", "sell", "grep"),
        ("shop.lua", "M.sell", "v:go"),
        ("shop.sql", "", "lower"),
    ],
)
def test_calls_by_the_query(name: str, caller: str, callee: str):
    file = sample(name)
    names = {each.id: each.qualified for each in file.symbols}
    assert (caller, callee) in {(names[each.caller], each.text) for each in file.calls}


@pytest.mark.parametrize(
    ("name", "qualified", "raises"),
    [
        ("shop.java", "Shop.sell", ("IOException", "Foo", "IllegalArgumentException")),
        ("shop.cs", "Shop.SellAsync", ("ArgumentException",)),
        ("shop.rb", "Shop::Seller::sell?", ("ArgumentError",)),
        ("shop.php", "Shop::sell", ("\\InvalidArgumentException",)),
        ("shop.kt", "Shop.sell", ("IllegalStateException",)),
        ("shop.ts", "Shop.sell", ("RangeError",)),
    ],
)
def test_raises(name: str, qualified: str, raises: tuple[str, ...]):
    assert symbol(sample(name), qualified).raises == raises


def test_the_rung_of_each_symbol_is_known():
    rungs = {each.qualified: each.rung for each in sample("shop.sql").symbols[1:]}
    assert (rungs["shop.item"], rungs["tidy"]) == ("syntax", "pattern")
