"""Sentences about code in languages that are read without a grammar."""

import pytest

from tests.unit.analyze.test_summarize_compose import said, summaries

UNIT = """\
unit Shop;

interface

uses
  Windows, SysUtils,
  Shop.Cart;

function Sum(
  const a : Integer): Integer; stdcall;

type
  TBase = class
    procedure Put(const s : string); overload; virtual; abstract;
    procedure Put(const n : Integer); overload;
  end;

  TMiddle = class(TBase)
  end;

  TCart = class(TMiddle)
    procedure Put(const s : string); overload; override;
  end;

implementation

procedure TBase.Put(const n : Integer);
begin
  if n < 0
  then raise EShop.Create('no such number here');
  Put(IntToStr(n));
end;

procedure TCart.Put(const s : string);
begin
  FItems.Add(s);
end;
"""


SCRIPT = """\
@echo off
rem
:: Builds the shop for every target.
setlocal
if "%HOME%"=="" goto NOHOME
thrift -gen haxe Shop.thrift
goto eof

:NOHOME
echo FATAL: no home folder is known here.
pause
goto eof

:eof
"""


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("TBase.Put", "Is declared without a body; implemented by `TCart.Put`"),
        ("TBase.Put~2", "Declared here, defined further down (“Raises `EShop` when `n < 0` (“no such number here”)"),
        ("TCart.Put", "Declared here, defined further down (“Runs `FItems.Add(s)`”)"),
    ],
)  # fmt: skip
def test_an_overloaded_method_of_delphi_is_told_by_its_own_definition(name, sentence):
    assert said("a.pas", "delphi", UNIT, name).startswith(sentence)


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "a.st", "smalltalk",
            "!Map methodsFor: 'reading' stamp: 'x'!\nkeyType\n\t^ keyType ifNil: [Type stop]! !\n", "Map.keyType",
            "Returns `keyType ifNil: [Type stop]`.",
        ),
        (
            "a.d", "d",
            "void f(P p) {\n  p.filter = (Exception e) {\n    return e is null;\n  };\n  start(p);\n}\n", "f",
            "Calls `start`.",
        ),
        (
            "a.d", "d", 'void f(int n) {\n  if (n < 0) {\n    throw lastError("read");\n  }\n  go(n);\n}\n', "f",
            'Calls `go`; raises what `lastError("read")` gives when `n < 0`.',
        ),
        (
            "a.d", "d",
            ("class C : Base {\n  void push(X c) {\n    stack_ ~= context_;\n    context_ = c;\n  }\n"
            "  X[] stack_;\n  X context_;\n}\n"), "C.push",
            "Sets `context_` to `c`; part of `C` (“Extends `Base`”).",
        ),
        (
            "a.erl", "erlang",
            "send(S, D) ->\n  case gen_tcp:send(S, D) of\n    ok -> {S, ok}\n  end.\n", "send",
            "Returns `{S, ok}` for `ok`; decides by `gen_tcp:send(S, D)`.",
        ),
        (
            "A.hx", "haxe",
            'class A {\n  public function f(w : W) : Int {\n    var n : haxe.Int32 = 0;\n    w.why = "none";\n    return n;\n  }\n}\n', "A.f",
            'Returns `n`; sets `w.why` to `"none"`.',
        ),
        (
            "tests/ATests.cs", "csharp",
            "class ATests {\n  [TestMethod]\n  public void Sum_Test() {\n    Assert.IsTrue(Sum(1) == 1);\n  }\n}\n", "ATests.Sum_Test",
            "Exercises `Sum`; checks `Assert.IsTrue(Sum(1) == 1)`.",
        ),
        (
            "tests/a.pas", "delphi",
            "procedure Run;\nbegin\n  if a then ASSERT( FALSE);\n  ASSERT( FALSE);\n  ASSERT( x = 1);\nend;\n", "Run",
            "Checks `ASSERT(x = 1)`.",
        ),
        (
            "a.pas", "delphi",
            "function A.IsOpen: Boolean;\nbegin\n  Result := (FWrite <> nil)\n        and (FRead <> nil);\nend;\n", "A.IsOpen",
            "Returns `(FWrite <> nil) and (FRead <> nil)`.",
        ),
        (
            "a.pas", "delphi",
            "procedure A.Go;\nbegin\n  case w of\n    1 : begin\n      raise EShut.Create(x);\n    end;\n  end;\nend;\n", "A.Go",
            "Raises `EShut`.",
        ),
        (
            "a.erl", "erlang", "-record(log, {file,\n  close_on_close = false,\n  every = infinity}).\n", "log",
            "Holds `file`, `close_on_close = false` and `every = infinity`.",
        ),
        (
            "a.js", "javascript",
            "/**\n * @class\n * @name Anon\n */\n/**\n * Reads the beginning of a map.\n */\nP.prototype.readMap = function() {\n  go(1);\n};\n",
            "P.prototype.readMap", "Reads the beginning of a map; runs `go(1)`.",
        ),
        (
            "a.d", "d",
            "class C {\n  @property short fired() {\n    return load(fired_);\n  }\n}\n", "C.fired",
            "Returns `load(fired_)`.",
        ),
        (
            "a.d", "d",
            "/// Makes a pool of what it is given.\nPool!I pool(I)(\n  Client!I[] clients\n) if (isService!I) {\n  return new Pool!I(clients);\n}\n",
            "pool", "Makes a pool of what it is given; returns `new Pool!I(clients)`.",
        ),
        (
            "test/a.erl", "erlang",
            'read_test_() ->\n  [\n    {"read no byte", ?_assertMatch(ok, read(0))},\n    {"read one", ?_assertMatch(ok, read(1))}\n  ].\n',
            "read_test_", "Tests “read no byte” and “read one”.",
        ),
        (
            "a.pas", "delphi",
            ("function A.Digits : string;\nbegin\n  s := TBuilder.Create;\n  while TRUE do begin\n    s.Append( FReader.Read);\n"
             "  end;\n  result := s.ToString;\nend;\n"), "A.Digits",
            "Returns `s.ToString`; runs `s.Append(FReader.Read)`; repeats `while TRUE`.",
        ),
        (
            "test/a.pas", "delphi",
            "procedure Run;\nbegin\n  Serialize( tested);\n  ASSERT( x = 1);\nend;\n", "Run",
            "Checks `ASSERT(x = 1)`; runs `Serialize(tested)`.",
        ),
        ("a.erl", "erlang", "-module(a).\n\nrun(X) ->\n  go(X),\n  X.\n", "a", "`-module(a)` with `run`."),
        (
            "a.pas", "delphi",
            "function Hex( const b : TBytes) : string;\nvar i : Integer;\nbegin\n  result := '';\n  for i := 0 to 9 do begin\n    result := result + IntToHex(b[i]);\n  end;\nend;\n",
            "Hex", "Returns a value that is begun as `''` and filled by `result := result + IntToHex(b[i])`.",
        ),
        (
            "a.pas", "delphi",
            "procedure A.Go;\nbegin\n  (* runs( no,\n     more *)\n  { nor( this }\n  go( 1);\nend;\n", "A.Go", "Runs `go(1)`.",
        ),
        (
            "a.pas", "delphi",
            ("type\n  IRun = interface\n    procedure Run;\n  end;\n  TRun = class abstract( TObject, IRun)\n"
             "    procedure Run; virtual;\n  end;\n"), "IRun.Run",
            "Is declared without a body; implemented by `TRun.Run`; part of `IRun` (“Asks implementers for `Run`”).",
        ),
        (
            "a.cs", "csharp", "class F {\n  public F()\n    : this(false, true)\n  {\n  }\n}\n", "F.F",
            "Does no more than call `this(false, true)`.",
        ),
        (
            "a.rs", "rust", "impl A {\n    fn end(&mut self) -> R<()> {\n        self.assert_none();\n        Ok(())\n    }\n}\n", "A::end",
            "Returns `Ok(())`.",
        ),
        (
            "a.ml", "ocaml", "(* Copied from rtypes.ml *)\nlet size x =\n  put x;\n  x\n", "size",
            "Copied from rtypes.ml; runs `put x`; returns `x`.",
        ),
        ("a.d", "d", "template P(A) {\n  static if (A) {\n    enum next = find!(A);\n  }\n}\n", "P", "Holds `next`."),
        (
            "a.rs", "rust", "fn kind(b: u8) -> T {\n    match b {\n        0x01 => T::Bool,\n        o => other(o),\n    }\n}\n", "kind",
            "Calls `other`; returns `T::Bool` for `0x01` and `other(o)` for `o`; decides by `b`.",
        ),
        (
            "a.erl", "erlang", "%%%% FACTORY GENERATION %%%%%%%%%%%%\nmake(F) ->\n    go(F),\n    F.\n", "make",
            "Runs `go(F)`.",
        ),
        (
            "a.pas", "delphi",
            "function Kind( const n : string) : T;\nbegin\n  if      n = A then result := T.A\n  else if n = B then result := T.B\n  else raise EKind.Create('not known');\nend;\n",
            "Kind", "Returns `T.A` when `n = A`, or `T.B` when `n = B`; raises `EKind`.",
        ),
        (
            "a.st", "smalltalk",
            "!C methodsFor: 'x' stamp: 'y'!\ncheck: m\n\tlast\n\t\tifNil: [last := m]\n\t\tifNotNil: [self go]! !\n", "C.check:",
            "Runs `last ifNil: [last := m] ifNotNil: [self go]`.",
        ),
        (
            "a.hx", "haxe",
            "class B {\n  /** Note that the masks are long, else they are cut. */\n  static function toLong(b : Bytes) : Int {\n    return go(b);\n  }\n}\n",
            "B.toLong", "Returns `go(b)`; with the remark “Note that the masks are long, else they are cut”.",
        ),
        (
            "a.d", "d", "// DMD @@BUG@@: Have to name it here.\nint f() {\n  return go(1);\n}\n", "f", "Returns `go(1)`.",
        ),
        (
            "a.js", "javascript", "function script() {\n  const x = 1;\n  return `\nconst a = 1;\nreturn 5;\n`;\n}\n", "script",
            "Returns `' const a = 1; return 5; '`.",
        ),
        (
            "test/a.js", "javascript", "function same(a, b) {\n  expect(a).toEqual(b);\n}\n", "same",
            "Checks `expect(a).toEqual(b)`.",
        ),
        (
            "a.pas", "delphi",
            "procedure A.Check( n : Integer);\nbegin\n  if (n < 0) or ( n >= 9) then begin\n    raise ERange.Create( x);\n  end;\nend;\n",
            "A.Check", "Raises `ERange` when `(n < 0) or (n >= 9)`.",
        ),
        (
            "a.erl", "erlang",
            "stop(R) ->\n  case R of\n    normal -> ok;\n    _ -> {trace, B} = erlang:info(self()),\n      log:report(B)\n  end.\n", "stop",
            "Runs `erlang:info(self())` and `log:report(B)`; returns `ok` for `normal`; decides by `R`.",
        ),
        ("a.pas", "delphi", "// IShop.Iface\nprocedure A.Go;\nbegin\n  run( 1);\nend;\n", "A.Go", "Runs `run(1)`."),
        (
            "a.st", "smalltalk", "!P methodsFor: 'x' stamp: 'y'!\nreadBegin\n\t! !\n", "P.readBegin", "Has an empty body.",
        ),
        (
            "a.sh", "bash", "check() {\n  if [ $a -ne 0 ]; then\n    return 0\n  fi\n  return 1\n}\n", "check",
            "Returns `0` when `[$a -ne 0]`, else `1`.",
        ),
        ("a.bat", "batch", SCRIPT, "NOHOME", "Runs `echo FATAL: no home folder is known here.`."),
        (
            "a.bat", "batch", SCRIPT, "eof",
            "A label with nothing below it, where the script ends; 2 lines jump to it.",
        ),
        (
            "a.ml", "ocaml",
            "let connect host port =\n  let tx = new TSocket.t host port in\n    tx#opn;\n    { trans = tx }\n", "connect",
            "Runs `new TSocket.t host port` and `tx#opn`; returns `{ trans = tx }`.",
        ),
        (
            "a.ml", "ocaml",
            'let put i =\n  buf.[0] <- char_of_int i;\n  match chans with\n    None -> raise (E "shut")\n  | Some o -> output o buf\n', "put",
            'Runs `output o buf`; raises `(E "shut")`; sets `buf.[0]` to `char_of_int i`; decides by `chans`.',
        ),
        ("a.ml", "ocaml", "class t =\nobject\n  inherit P.t\n  method stop = ()\nend\n", "t.stop",
         "Does nothing: its body is `()`; part of `t` (“Extends `P.t`”)."),
        ("a.pas", "delphi", UNIT, "Shop", "`unit Shop` with `Sum`, `TBase`, `TMiddle` and `TCart`."),
    ],
)  # fmt: skip
def test_what_is_done_is_told_as_each_language_writes_it(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


def test_a_class_that_carries_out_an_interface_implements_it():
    text = (
        "interface I {\n  void run() {\n  }\n}\nclass A : I {\n  void run() {\n    go();\n  }\n}\n"
    )
    assert "implements `I.run`" in said("a.d", "d", text, "A.run")


def test_an_interface_of_delphi_holds_no_code_that_follows_it():
    found = {summary.title for summary in summaries("a.pas", "delphi", UNIT).values()}
    assert "TBase" in found
    assert "Sum.TBase" not in found


def test_a_block_of_methods_is_told_by_what_it_gives_to_the_type():
    text = "/// All that may fail.\nstruct E;\n\nimpl Show for E {\n    fn show(&self) -> u8 {\n        5\n    }\n}\n"
    told = [
        claim.text
        for one in summaries("a.rs", "rust", text).values()
        if (claim := one.responsibility)
    ]
    assert "Gives `E` (“All that may fail”) the method `show` of `Show`." in told


def test_a_type_is_marked_by_a_trait_without_methods():
    text = "/// All that may fail.\nstruct E;\n\nunsafe impl Send for E {}\n"
    told = [
        claim.text
        for one in summaries("a.rs", "rust", text).values()
        if (claim := one.responsibility)
    ]
    assert "Marks `E` (“All that may fail”) as `Send`." in told


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "a.pas", "delphi", "{$IFDEF OLD}\nprocedure Run;\nbegin\n  go;\nend;\n",
            "From here on the code is compiled only where `OLD` is defined, above `Run`.",
        ),
        (
            "a.pas", "delphi", "{$IFDEF OLD}\nprocedure Run;\nbegin\n  go;\nend;\n\n{$ENDIF}\n\nprocedure Go;\nbegin\n  go;\nend;\n",
            "Ends what `{$IFDEF OLD}` begins, above `Go`.",
        ),
        (
            "a.pas", "delphi", "{$IFDEF OLD}\nprocedure Run;\nbegin\n  go;\nend;\n\n{$ELSE}\n\nprocedure Go;\nbegin\n  go;\nend;\n",
            "Turns to the other case of `{$IFDEF OLD}`, above `Go`.",
        ),
        (
            "a.pas", "delphi", "implementation\n\nprocedure TA.Run;\nbegin\n  go;\nend;\n\nprocedure TA.Stop;\nbegin\n  go;\nend;\n",
            "Opens the section `implementation` with `TA.Run` and `TA.Stop`.",
        ),
        (
            "a.d", "d", "unittest {\n  class Foo {\n    int a;\n    int b() {\n      return 1;\n    }\n  }\n}\n",
            "Opens a unit test of 8 lines that begins with `Foo`.",
        ),
        (
            "a.d", "d", "/// Puts it.\nvoid put(int a) {\n  go();\n}\n\n// Put it.\nunittest {\n  import std.exception;\n  auto b = 1;\n  put(b);\n  enforce(b == 1);\n  enforce(b);\n}\n",
            "Holds a unit test of `put` (“Puts it”); checks `b == 1` and more.",
        ),
        (
            "a.erl", "erlang", "-module(a).\n-export([f/1]).\n\n-type state() :: #cart{}.\n\n-spec f(integer()) -> ok | {error, any()}.\nf(A) -> io:put(A).\n",
            "Names the type `state() :: #cart{}`; declares that `f` (“Returns `io:put(A)`”) takes `integer()` and gives `ok | {error, any()}`.",
        ),
        (
            "a.js", "javascript", "var shop = {\n  put: function(thing, done) {\n    console.log(thing);\n    done(null, thing);\n  }\n};\n",
            "Runs its argument as `done(null, thing)`.",
        ),
        (
            "a.pas", "delphi", "type\n  IShop = interface\n    function GetName : string;\n    property Name : string read GetName;\n  end;\n",
            "Asks implementers for `GetName`; has the property `Name`.",
        ),
        (
            "a.pas", "delphi", "interface\nfunction Load: Integer; stdcall;\nimplementation\nfunction Load; stdcall; external 'a.dll';\n",
            "Declared here, taken from another library further down.",
        ),
        (
            "a.rs", "rust", "struct Handler;\n\nimpl Run for Handler {\n    fn run(&self) {\n        go();\n    }\n}\n",
            "Defines `struct Handler`; used in `impl Run for Handler`.",
        ),
        (
            "a.js", "javascript", "function Shop(a) {\n  this.a = a;\n}\n\nShop.prototype.end = function() {\n};\n",
            "Has an empty body; part of `Shop` (“Sets `this.a` to `a`”).",
        ),
        (
            "a.cs", "csharp", "class Shop\n{\n    [Params(10)]\n    public int Size { get; set; }\n}\n",
            "Declares a property: `get; set`.",
        ),
        (
            "a.lua", "lua", "function Shop:close()\nend\n", "Defines `close` with an empty body.",
        ),
        (
            "a.d", "d", "void load(int a) {\n  if (a) log(`load(%s) and go(%s)`, a);\n  put(a);\n}\n",
            "Calls `put` and `log`; asks whether `a`.",
        ),
        (
            "a.js", "javascript", "B.prototype = new Header();\n", "Sets `B.prototype` to `new Header()`.",
        ),
    ],
)  # fmt: skip
def test_a_line_above_other_code_says_what_it_is_for(path, language, text, sentence):
    told = [one.responsibility for one in summaries(path, language, text).values()]
    assert sentence in [claim.text for claim in told if claim is not None]


def test_an_overload_of_delphi_is_defined_where_its_parameters_are():
    text = (
        "type\n  TA = class\n    procedure Put(const a, b: Integer; const c: string = ''); overload;\n"
        "    procedure Put(const a: Integer; const b: string); overload;\n  end;\n\nimplementation\n\n"
        "procedure TA.Put(const a, b: Integer; const c: string);\nbegin\n  go(a);\nend;\n\n"
        "procedure TA.Put(const a: Integer; const b: string);\nbegin\n  run(a);\nend;\n"
    )
    told = [one.responsibility for one in summaries("a.pas", "delphi", text).values()]
    shown = [claim.text for claim in told if claim is not None]
    assert "Declared here, defined further down (“Runs `go(a)`”)." in shown
    assert "Declared here, defined further down (“Runs `run(a)`”)." in shown


def test_what_is_set_again_is_told_without_a_value():
    text = "procedure TA.Put;\nbegin\n  FIn := nil;\n  FIn := Make(1);\n  FOut := nil;\nend;\n"
    assert "Sets `FIn` and `FOut` to `nil`" in said("a.pas", "delphi", text, "TA.Put")


def test_a_method_of_other_parameters_overrides_nothing():
    text = "class A {\n  void put(int a) {\n  }\n}\nclass B : A {\n  void put(int a, int b) {\n    go();\n  }\n}\n"
    assert "overrides" not in said("a.d", "d", text, "B.put")
