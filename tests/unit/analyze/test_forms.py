"""Forms of definitions that take a grammar, or a naming, for a ride: in every language.

The cases show each such fault in one language; here are its neighbours. Whatever the form,
all that is defined is found, once, under ids that differ also without case.
"""

import pytest

from tests.unit.analyze.reading import defined, parsed

FORMS = {
    "accessors and statics of one name in JavaScript": ("a.js", """\
class A { get v() { return 1 } set v(x) {} static v() {} #v() {} }
function f() { function f() {} }
export default function () {}
var C = class { m() {} };
""", ("class A, property A.v, property A.v, method A.v, method A.#v, function f, function f.f,"
     " function default, class C, method C.m")),
    "blank names and initialisers in Go": ("a.go", """\
package m
func init() {}
func init() {}
func _() {}
func _() {}
type T struct{}
func (T) a() {}
func (t *T) A() {}
""", "function init, function init, function _, function _, struct T, method T.a, method T.A"),
    "partial classes and operators in C#": ("a.cs", """\
partial class A { int M(int x) => 1; public static A operator +(A a, A b) => a; void I.M() {} }
partial class A { void M(string s) { void Local() {} } public int this[int i] => i; }
""", ("class A, method A.M, method A.+, method A.M, class A, method A.M, function A.M.Local,"
     " property A.this")),
    "reopened classes in Ruby": ("a.rb", """\
class A; def self.a; end; def a; end; end
class A; def a; end; end
class << self
  def c; end
end
""", "class A, method A::a, method A::a, class A, method A::a, function c"),
    "overloads and qualifiers in C++": ("a.cpp", """\
struct A { void f(); void f(int); void f() const; A(); ~A(); };
void A::f() {}
void A::f(int) {}
template<> void g<int>() {}
template<class T> void g() {}
namespace { void h() {} }
namespace { void h() {} }
""", ("struct A, method A::f, method A::f, method A::f, constructor A::A, method A::~A, method A::f,"
     " method A::f, function g, function g, function h, function h")),
    "extensions in Swift": ("a.swift", """\
extension A { func f() {} }
extension A { func f(x: Int) {} }
struct A {
  init() {}
  init?(x: Int) { return nil }
  static func == (a: A, b: A) -> Bool { true }
}
""", "method A.f, method A.f, struct A, constructor A.init, constructor A.init, method A.=="),
    "companions in Scala": ("a.scala", """\
object A { def f = 1 }
class A { def f = 2; def f(x: Int) = 3 }
""", "class A, method A.f, class A, method A.f, method A.f"),
    "extensions and companions in Kotlin": ("a.kt", """\
fun a(x: Int) = 1
fun a(x: String) = 2
fun String.a() = 3
class A {
    companion object { fun a() = 1 }
    fun a() = 2
}
""", "function a, function a, method String.a, class A, method A.a, method A.a"),
    "functions of tables in Lua": ("a.lua", """\
function a() end
local a = function() end
M.a = function() end
function M:a() end
""", "function a, function a, method M.a, method M.a"),
    "anonymous classes in Java": ("a.java", """\
class A {
  Runnable r = new Runnable() { public void run() { help(); } void help() {} };
  enum E { X { int f() { return 1; } }, Y; int f() { return 0; } }
  Object o = new Object() { Object p = new Object() { void two() {} }; };
  void l() { class Loc { void l() {} } }
  String s = \"\"\"
    class Fake { void no() {} }
    \"\"\";
}
""", ("class A, field A.r, class A.r.<Runnable>, method A.r.<Runnable>.run,"
     " method A.r.<Runnable>.help, enum A.E, field A.E.X, method A.E.X.f, field A.E.Y,"
     " method A.E.f, field A.o, class A.o.<Object>, field A.o.<Object>.p,"
     " class A.o.<Object>.p.<Object>, method A.o.<Object>.p.<Object>.two, method A.l,"
     " class A.l.Loc, method A.l.Loc.l, field A.s")),
    "objects without a name in Kotlin": ("a.kt", """\
val x = object : I { override fun a() { b() } }
""", "variable x, class x.<I>, method x.<I>.a"),
    "classes without a name in PHP": ("a.php", """\
<?php
$x = new class { function f() {} };
class A { function f() {} }
""", "class <class>, method <class>::f, class A, method A::f"),
    "implementations in Rust": ("a.rs", """\
#[cfg(unix)] mod a { pub fn f() {} }
#[cfg(windows)] mod a { pub fn f() {} }
impl<T> From<T> for A<T> { fn from(t: T) -> Self { Self } }
impl<T> From<Vec<T>> for A<T> { fn from(t: Vec<T>) -> Self { A } }
fn outer() { fn inner() {} struct L; impl L { fn z() {} } }
fn r#type() {}
""", ("namespace a, function a::f, namespace a, function a::f, method <A as From>::from,"
     " method <A as From>::from, function outer, function outer::inner, struct outer::L,"
     " method outer::L::z, function r#type")),
    "definitions within calls of macros in Rust": ("a.rs", """\
cfg_if! {
    if #[cfg(unix)] {
        fn os() {}
    } else {
        mod q {
            fn os() {}
        }
    }
}
bitflags! {
    pub struct Fl: u32 {
        const A = 1;
    }
}
""", "function os, namespace q, function q::os, struct Fl"),
    "modules of TypeScript": ("a.d.ts", """\
declare module "m" { export function f(x: number): void; export function f(x: string): void; }
declare namespace N { class K { m(): void } }
declare global { interface Window { a(): void } }
""", ("namespace m, function m.f, function m.f, namespace N, class N.K, method N.K.m,"
     " interface Window, method Window.a")),
    "arrows with type parameters in TSX": ("a.tsx", """\
const A = <T,>(x: T) => <div>{x}</div>;
export const B: React.FC<P> = ({ a }) => <><A/></>;
function useX<T extends object>(x: T): asserts x is T {}
""", "function A, function B, function useX"),
    "casts in modules of TypeScript": ("a.mts", """\
const f = async <T>(x: T) => { await <any>h(x) };
""", "function f"),
    "types of Flow": ("a.js", """\
// @flow
type P = {| a: ?string |};
function f(x: number): string { return g(x) }
""", "type P, function f"),
    "functions between markup in PHP": ("a.php", """\
<html><?php if ($x): ?><form><?= h($x) ?></form><?php endif; function f() { ?><b>x</b><?php } ?>
<script>function js() {}</script>
<?php
$x = <<<EOT
function no() {}
?>
EOT;
function yes() {}
""", "function f, function yes"),
    "sections of a component of Vue": ("a.vue", """\
<template><b/></template>
<script setup lang="ts">
function go() { x() }
</script>
""", "function go"),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_all_that_is_defined_is_found_under_ids_of_its_own(form: str):
    path, source, found = FORMS[form]
    file = parsed(path, source)
    assert defined(file) == found.split(", ")
    assert not file.damaged
    assert len({each.id.casefold().replace("_", "") for each in file.symbols}) == len(file.symbols)
