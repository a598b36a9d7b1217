import pytest

from sourcebook.analyze.parameters import parameters
from tests.unit.analyze.reading import parsed


@pytest.mark.parametrize(
    ("text", "order", "found"),
    [
        ("()", "name: type", []),
        ("(self, a: dict[str, int] = {}, *b, c: 'x,y' = ',')", "name: type",
         [("self", "", ""), ("a", "dict[str, int]", "{}"), ("*b", "", ""), ("c", "'x,y'", "','")]),
        ("(f: (a: number) => void, { b, c }: D = {})", "name: type",
         [("f", "(a: number) => void", ""), ("{ b, c }", "D", "{}")]),
        ("(&mut self, m: HashMap<K, V>)", "name: type",
         [("&mut self", "", ""), ("m", "HashMap<K, V>", "")]),
        ("(final Map<K, V> m, int[] a, String... s)", "type name",
         [("m", "Map<K, V>", ""), ("a", "int[]", ""), ("s", "String...", "")]),
        ("(const char *argv[], void (*cb)(int), int n = 3)", "type name",
         [("argv", "const char *[]", ""), ("cb", "void (*cb)(int)", ""), ("n", "int", "3")]),
        ("(void)", "type name", []),
        ("(a, b int, c ...string)", "name type",
         [("a", "int", ""), ("b", "int", ""), ("c", "...string", "")]),
        ("(int, error)", "name type", [("int", "int", ""), ("error", "error", "")]),
        ("(IN d DATE)", "name type", [("d", "DATE", "")]),
        ("(a, b = 1, key: 2, opt:)", "name: value",
         [("a", "", ""), ("b", "", "1"), ("key", "", "2"), ("opt", "", "")]),
        ("x", "name: type", [("x", "", "")]),
        ("(const a, b: Integer; var c: string = '')", "names: type",
         [("a", "Integer", ""), ("b", "Integer", ""), ("c", "string", "''")]),
    ],
)  # fmt: skip
def test_lists_are_taken_apart(text: str, order: str, found: list[tuple[str, str, str]]):
    assert [(each.name, each.type, each.default) for each in parameters(text, order)] == found


@pytest.mark.parametrize(
    ("path", "source", "signature"),
    [
        (
            "a.rs",
            "fn new(a: u8, #[cfg(x)] b: u8, /* c */ d: u8) {}\n",
            "fn new(a: u8, #[cfg(x)] b: u8, d: u8)",
        ),
        ("A.java", "class A { void f(@Nullable String a) {} }\n", "void f(@Nullable String a)"),
    ],
)
def test_what_marks_a_parameter_is_part_of_the_signature(path, source, signature):
    assert signature in [symbol.signature for symbol in parsed(path, source).symbols]
