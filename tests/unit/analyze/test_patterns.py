"""The last rung: dialects of SQL, and languages without a grammar."""

import pytest

from tests.unit.analyze.reading import defined, parsed, symbol


def lines(path: str, source: str) -> list[str]:
    return [
        f"{each.qualified} {each.span.line}-{each.span.end_line}"
        for each in parsed(path, source).symbols[1:]
        if each.kind != "field"
    ]


ORACLE = """\
CREATE OR REPLACE PACKAGE BODY pk AS
  PROCEDURE p(a IN NUMBER) IS
  BEGIN
    audit(a);
  END p;
  FUNCTION f RETURN NUMBER IS
  BEGIN
    RETURN 1;
  END;
END pk;
/
CREATE TABLE t (id NUMBER);
"""
T_SQL = """\
CREATE OR ALTER PROCEDURE [dbo].[Close Day] @a int AS
BEGIN
  EXEC dbo.Audit @a
  EXEC @r = [dbo].[Audit2] 1;
END
GO
ALTER PROC dbo.P AS EXEC dbo.Audit
GO
CREATE TABLE [dbo].[My T] ([id] int)
GO
CREATE VIEW dbo.V AS SELECT * FROM t
GO
"""
POSTGRES = """\
CREATE FUNCTION f(a int) RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;
CREATE OR REPLACE FUNCTION f(a text) RETURNS int AS $$ SELECT 1; SELECT 2 $$ LANGUAGE sql;
CREATE FUNCTION "My S"."Fn 1"() RETURNS trigger AS $body$
BEGIN
  PERFORM audit(1);
END
$body$ LANGUAGE plpgsql;
CREATE TABLE "T 1" (id int);
CREATE FUNCTION one() RETURNS int AS 'select 1' LANGUAGE sql;
CREATE SEQUENCE s;
"""
MY_SQL = """\
DELIMITER //
CREATE DEFINER=`root`@`localhost` PROCEDURE `close day`(IN a INT)
BEGIN
  IF a > 0 THEN
    CALL audit(a);
  END IF;
END //
DELIMITER ;
CREATE TABLE `t 5` (`id` int);
"""


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (ORACLE, ["pk 1-10", "pk.p 2-5", "pk.f 6-9", "t 12-12"]),
        (T_SQL, ["dbo.Close Day 1-5", "dbo.P 7-7", "dbo.My T 9-9", "dbo.V 11-11"]),
        (POSTGRES, ["f 1-1", "f 2-2", "My S.Fn 1 3-7", "T 1 8-8", "one 9-9"]),
        (MY_SQL, ["close day 2-7", "t 5 9-9"]),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_routines_and_tables_of_every_dialect(source: str, found: list[str], line_end: str):
    assert lines("a.sql", source.replace("\n", line_end)) == found


def test_calls_in_every_dialect():
    assert [each.text for each in parsed("a.sql", T_SQL).calls] == [
        "dbo.Audit",
        "[dbo].[Audit2]",
        "dbo.Audit",
    ]
    assert [each.text for each in parsed("a.sql", MY_SQL).calls] == ["audit"]


DART = """\
@immutable
class A {
  @override
  void f() {
  }

  @Deprecated("x")
  @pragma("vm:entry")
  int get h => 1;
}
"""


def test_annotations_go_with_what_they_stand_before():
    file = parsed("a.dart", DART)
    assert defined(file) == ["class A", "method A.f", "method A.h"]
    assert symbol(file, "A").decorators == ("@immutable",)
    assert symbol(file, "A.h").decorators == ('@Deprecated("x")', '@pragma("vm:entry")')
    assert [each.text for each in file.chunks if each.qualified == "A.f"] == [
        "  @override\n  void f() {\n  }\n\n"
    ]
    assert file.chunks[0].text.startswith("@immutable\nclass A")


def test_bases_and_methods_without_a_type_of_dart():
    text = (
        "class A<T> extends B<T> with C\n    implements D, E {\n  A(this.x) : super(x) {\n    go();\n  }\n\n"
        "  read() => 5;\n\n  shut() {\n    if (x) {\n    }\n  }\n}\n"
    )
    file = parsed("a.dart", text)
    assert defined(file) == ["class A", "constructor A.A", "method A.read", "method A.shut"]
    assert symbol(file, "A").bases == ("B<T>", "C", "D", "E")


DELPHI = """\
unit U;
interface
type
  TA<T> = class
{$IFDEF X}
    constructor Create(a: Integer);
{$ELSE}
    constructor Create(a: string);
{$ENDIF}
  end;
implementation
{$IFDEF X}
constructor TA<T>.Create(a: Integer);
{$ELSE}
constructor TA<T>.Create(a: string);
{$ENDIF}
begin
{$IFDEF Y}
  Go(1);
{$ENDIF}
end;
end.
"""


def test_a_constructor_under_a_directive_is_whole_and_the_directive_no_part_of_it():
    assert lines("a.pas", DELPHI) == [
        "U 1-1",
        "TA 4-10",
        "TA.Create 6-6",
        "TA.Create 8-8",
        "TA<T>.Create 13-13",
        "TA<T>.Create 15-21",
    ]


CALLS = {
    "a.dart": (
        """\
abstract class A {
  void declared(int x);
  Future<int> go(B b) async {
    // b.comment();
    final x = await b?.read(size(1)); // not.this()
    log("text.call() of $x");
    if (x > 1) {
      return new C(x).run();
    }
  }
}
""",
        ["b?.read", "size", "log", "C"],
    ),
    "a.pl": (
        """\
sub go {
  my $self = shift;
  # comment();
  die('no.call()') unless check($self);
  return Acme::Util::make(1) if (wanted());
}
""",
        ["die", "check", "Acme::Util::make", "wanted"],
    ),
    "a.d": (
        """\
interface I { void declared(int x); }
int go(int a) {
  /* hidden(1) */
  foreach (x; range(a)) { enforce(x, "text()"); }
  auto y = util.make(a);
  return helper(y);
}
""",
        ["range", "enforce", "util.make", "helper"],
    ),
    "a.jl": (
        """\
function go(x)
    # hidden(1)
    y = Base.sort(x)
    push!(y, f(x))
end
""",
        ["Base.sort", "push!", "f"],
    ),
    "a.hx": (
        """\
class A {
  public function go(x:Int):Int {
    trace('no(1)');
    return helper(x);
  }
}
""",
        ["trace", "helper"],
    ),
}


@pytest.mark.parametrize("path", CALLS)
def test_calls_without_a_grammar_are_those_of_the_code(path: str):
    source, found = CALLS[path]
    file = parsed(path, source)
    assert [each.text for each in file.calls] == found
    (go,) = [each for each in file.symbols if each.name == "go"]
    assert {each.caller for each in file.calls} == {go.id}


def test_a_list_of_modules_is_one_import_each():
    source = "unit U;\ninterface\nuses\n  Windows, {$IFDEF OLD} SysUtils, {$ENDIF}\n  Shop.Cart in 'cart.pas';\n"
    assert [each.module for each in parsed("u.pas", source).imports] == [
        "Windows",
        "SysUtils",
        "Shop.Cart",
    ]


def test_the_head_of_an_indented_definition_ends_with_its_parameters():
    source = "procedure Put(\n  a : Integer;\n  b : Integer);\nbegin\nend;\n"
    assert symbol(parsed("u.pas", source), "Put").signature == (
        "procedure Put(a : Integer; b : Integer)"
    )
