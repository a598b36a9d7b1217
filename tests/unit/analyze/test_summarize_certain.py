"""What only looks like a fact is not told: uses that are none, guessed types, casts."""

import pytest

from sourcebook.model import ClaimKind
from tests.unit.analyze.test_summarize_compose import said, summaries
from tests.unit.analyze.test_summarize_kinds import first

CASES = {
    "a name in another function of Erlang, or for another number of arguments": (
        "a.erl", "erlang",
        "write(S) -> write(S, []).\n\nwrite(S, X) -> go(S, X).\n\nopen(#f{mode = write}) ->\n  open(file, write).\n",
        "write~2", "Returns `go(S, X)`.",
    ),
    "a call of Erlang with as many arguments": (
        "a.erl", "erlang",
        "put(X) -> go(X).\n\nput(X, Y) -> go(X, Y).\n\nrun(A) ->\n  put({a, b}, [A]),\n  put({a, b}).\n",
        "put", "Returns `go(X)`; used in `put({a, b}).`.",
    ),
    "a name in a remark": (
        "a.swift", "swift", "class Till {\n}\n\nlet a = 31 // from Till.m\nlet b = Till()\n", "Till",
        "Holds nothing; used in `let b = Till()`; created by `a.swift`.",
    ),
    "what a field of a trait in Rust leads to": (
        "a.rs", "rust",
        ("trait Put { fn put(&self) -> u8; }\nstruct A;\nimpl Put for A {\n    fn put(&self) -> u8 {\n        grow(7)\n    }\n}\n"
         "struct B<P> where P: Put { inner: P }\nimpl<P> B<P> where P: Put {\n    fn put(&self) -> u8 {\n        self.inner.put()\n    }\n}\n"
         "fn main() {\n    let b = B { inner: A };\n    b.put();\n}\n"),
        "B::put", "Returns `self.inner.put()`; called by `main`.",
    ),
    "an overload in an interface of Delphi": (
        "a.pas", "delphi",
        ("type\n  IRun = interface\n    procedure Run( a : Integer); overload;\n    procedure Run( const a, b : Integer); overload;\n  end;\n"),
        "IRun.Run", "Is declared without a body as `procedure Run(a : Integer); overload`; part of `IRun` (“Asks implementers for `Run`”).",
    ),
    "what gives a value another type in Delphi": (
        "a.pas", "delphi",
        "constructor TA.Create( const p : IP);\nbegin\n  inherited Create;\n  FProto := Pointer(p);\n  FNext := TB.Create(p);\nend;\n",
        "TA.Create", "Sets `FProto` to `Pointer(p)` and `FNext` to `TB.Create(p)`.",
    ),
    "what a function of D within another one gives": (
        "a.d", "d",
        'string f() {\n  string result = "a";\n  mixin({\n    string code = "b";\n    code ~= go(1);\n    return code;\n  }());\n  return result;\n}\n',
        "f", "Calls `go`; returns `result`.",
    ),
    "the parameter of a template of D": (
        "a.d", "d", "void f(T)(int n) {\n  check(n);\n  put!T(n);\n}\n", "f", "Calls `check` and `put`.",
    ),
    "an element, and a local with the name of a field, in Swift": (
        "a.swift", "swift",
        "class A {\n  var name: String = x\n  func f(data: Data) -> Int {\n    var name: String = y\n    name = grow(1)\n    let n = Int(data[0])\n    put(name)\n    return n + 1\n  }\n}\n",
        "A.f", "Returns `n + 1`; calls `put`, `grow` and `Int`.",
    ),
    "where code is copied from": (
        "a.ml", "ocaml", "(* Copied from the types of another library. *)\nlet size_of_all x =\n  put x;\n  x\n", "size_of_all",
        "Copied from the types of another library; runs `put x`; returns `x`.",
    ),
    "the head of another procedure of Delphi, and a remark in braces": (
        "a.pas", "delphi",
        "procedure Init( var a : TA);\nbegin\n  a.n := 1;\nend;\n\n{ For the procedure Init (of all) see below }\nprocedure Init( var b : TB);\nbegin\n  b.n := 1;\nend;\n",
        "Init", "Sets `a.n` to `1`.",
    ),
    "what is set of the base in Delphi": (
        "a.pas", "delphi", "procedure TA.Go;\nbegin\n  inherited Note := Self.Text;\nend;\n", "TA.Go",
        "Sets `Note` to `Self.Text`.",
    ),
    "a comparison as the result in Delphi": (
        "a.pas", "delphi",
        "function TA.Is( const a : string; var b : string) : Boolean;\nbegin\n  result := (Copy(a, 1) = b);\n  if result\n  then b := Copy(a, 2);\nend;\n",
        "TA.Is", "Returns `(Copy(a, 1) = b)`.",
    ),
    "what is generated or written": (
        "a.rs", "rust", "/// Auto-generated or user-written kinds of errors.\n///\n/// This list may grow.\npub enum Kind {\n    A,\n}\n", "Kind",
        "Auto-generated or user-written kinds of errors; holds `A`.",
    ),
    "what looks at a container of C++": (
        "a.cpp", "cpp", "void f(V v) {\n  sort(v.begin(), v.end());\n  if (v.size() > 1) {\n    put(v.c_str());\n  }\n}\n", "f",
        "Calls `sort` and `put`; asks whether `v.size() > 1`.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"), CASES.values(), ids=CASES.keys()
)
def test_what_only_looks_like_a_fact(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "a.d", "d", "import b;\n\nversion (unittest) {\n  struct Foo {\n    int a;\n  }\n}\n",
            "Has `Foo` compiled under `version (unittest)` alone; imports `b`; heads the file of `Foo`.",
        ),
        (
            "a.cs", "csharp",
            'using System;\n\n[assembly: Title("Shop")]\n[assembly: Note("")]\n[assembly: ComVisible(false)]\n',
            'Gives the assembly `Title("Shop")` and `ComVisible(false)`; imports `System`.',
        ),
        (
            "a.h", "cpp", "namespace a {\ntemplate <typename K>\nstd::string text_of(const std::set<K>& s);\n}\n",
            "`namespace a` with `text_of`.",
        ),
        (
            "a.cpp", "cpp", "static\nvoid put(int a, Cart* b);\nstatic inline\nbool is_full(Cart* b);\n",
            "Declares `put` and `is_full`.",
        ),
    ],
)  # fmt: skip
def test_what_stands_outside_of_definitions(path, language, text, sentence):
    assert first(path, language, text) == sentence


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "inputs"),
    [
        (
            "a.erl", "erlang", "f(State = #s{a = A, b = B}, <<1, Rest/binary>>, stop, [X|_] = Xs) -> g(State).\n", "f",
            ["`State`.", "`<<1, Rest/binary>>`.", "`Xs`."],
        ),
        ("a.cpp", "cpp", "void f(const string& /* a */, const int, T b) { g(b); }\n", "f",
         ["`const string&` without a name.", "`const int` without a name.", "`b` (`T`)."]),
        ("a.cpp", "cpp", "BOOST_FIXTURE_TEST_CASE(sum, Shelf) {\n  grow(1);\n}\n", "sum.Shelf", []),
        ("a.dart", "dart", "class A {\n  void f(url) {\n    go(url);\n  }\n}\n", "A.f", ["`url`."]),
    ],
)  # fmt: skip
def test_inputs_are_what_is_given(path, language, text, name, inputs):
    found = summaries(path, language, text)[name].claims
    assert [claim.text for claim in found if claim.kind is ClaimKind.INPUT] == inputs


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "a.hx", "haxe", "class A {\n  static function f( a : Bool) : Void {\n    if( ! a) {\n      throw ('it failed');\n    }\n    trace('it is done');\n  }\n}\n",
            "A.f", "Calls `trace`; raises the text `'it failed'` when `! a`.",
        ),
        (
            "a.pas", "delphi",
            "function Size( n : T) : Integer;\nbegin\n  case n of\n    T.A: result := 1;\n    T.B, T.C: result := 2;\n  else\n    raise EBad.Create('not known at all');\n  end;\nend;\n",
            "Size", "Returns `1` for `T.A`, or `2` for `T.B, T.C`; raises `EBad` (“not known at all”).",
        ),
        (
            "a.pas", "delphi", "constructor TA.Create( const p : IP);\nbegin\n  ASSERT( p <> nil);\n  inherited Create( p);\n  FSize := p.Size;\n  Init;\nend;\n",
            "TA.Create", "Runs `inherited Create(p)` and `Init`; sets `FSize` to `p.Size`; checks `ASSERT(p <> nil)`.",
        ),
    ],
)  # fmt: skip
def test_what_is_told_beside_it(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


def test_what_is_made_is_named_as_it_is_written():
    text = "class A:\n    def __init__(self, n):\n        pass\n\n\nclass Big(A):\n    pass\n\n\ndef f():\n    return Big(1)\n"
    found = summaries("a.py", "python", text)["f"].claims
    assert [one.text for one in found if one.kind is ClaimKind.DEPENDENCY] == ["Creates `Big`."]


def test_a_constructor_that_hands_on_creates_nothing_else():
    text = "class A {\n  A(int n) {}\n}\nclass B extends A {\n  B() {\n    super(1);\n    go();\n  }\n}\n"
    found = summaries("a.java", "java", text)["B.B"].claims
    assert [claim.text for claim in found if claim.kind is ClaimKind.DEPENDENCY] == ["Calls `A.A`."]
