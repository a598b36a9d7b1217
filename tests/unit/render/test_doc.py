import pytest

from sourcebook.render.doc import documentation


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One line\nand the next.", "<p>One line and the next.</p>"),
        ("a < b & `c`", "<p>a &lt; b &amp; <code>c</code></p>"),
        ("See :class:`~a.b.C` or ``x = 1``.", "<p>See <code>C</code> or <code>x = 1</code>.</p>"),
        (
            "Of {@link a.B#c(int) c}, {@code x<T>} and {@link #d()}; {@inheritDoc}.",
            "<p>Of <code>c</code>, <code>x&lt;T&gt;</code> and <code>d()</code>; {@inheritDoc}.</p>",
        ),
        ("{@link Cart|the cart}", "<p><code>the cart</code></p>"),
        (
            "@c argv and \\p argc, not C:\\p or me@c x",
            "<p><code>argv</code> and <code>argc</code>, not C:\\p or me@c x</p>",
        ),
        (":smile: and C:\\new", "<p>:smile: and C:\\new</p>"),
        (
            "- one\n  more\n- two",
            '<p class="sb-li">- one more</p><p class="sb-li">- two</p>',
        ),
        ("Use it::\n\n    a\n\n      b\n\nso", "<p>Use it:</p><pre>a\n\n  b</pre><p>so</p>"),
        (">>> f()\n1", "<pre>&gt;&gt;&gt; f()\n1</pre>"),
        ("~~~\nx\n~~~", "<pre>x</pre>"),
        (
            "Basic use:\n```rust\nlet a = [\n    1,\n];\n```\nso",
            "<p>Basic use:</p><pre>let a = [\n    1,\n];</pre><p>so</p>",
        ),
        ("```\nopen", "<pre>open</pre>"),
        (
            "# Panics\nWhen `x`.",
            '<p><span class="sb-label sb-note">Panics</span></p><p>When <code>x</code>.</p>',
        ),
        ("#5 is open", "<p>#5 is open</p>"),
        (
            "See [`a`], [`b`](crate::b), [`c`][d] and\n[the e](super::e).\n\n[`a`]: Self::a\n[x]: self",
            "<p>See <code>a</code>, <code>b</code>, <code>c</code> and the e.</p>",
        ),
        ("A `Result<T, `[`Elapsed`]`>`.", "<p>A <code>Result&lt;T, Elapsed&gt;</code>.</p>"),
        (
            "[the book](https://example.org/b)\n\n[1]: https://example.org",
            "<p>[the book&#93;(https://example.org/b)</p><p>[1]: https://example.org</p>",
        ),
        (
            ":param name: the name",
            '<p class="sb-li"><span class="sb-label">name</span> the name</p>',
        ),
        (
            ".. versionadded:: 0.7\n   Really.",
            '<p class="sb-li"><span class="sb-label sb-note">New in 0.7:</span> Really.</p>',
        ),
        (
            ".. deprecated:: 2.1",
            '<p class="sb-li"><span class="sb-label sb-note">Deprecated since 2.1</span></p>',
        ),
        (
            ".. describe:: 'key' in g\n\n    Whether it is there.",
            '<p class="sb-li"><code>\'key\' in g</code></p><p class="i2">Whether it is there.</p>',
        ),
        (
            ".. method:: add(a, b)",
            '<p class="sb-li">method <code>add(a, b)</code></p>',
        ),
        (
            ".. admonition:: Mind\n\n    It bites.",
            '<p class="sb-li"><span class="sb-label sb-note">Mind</span></p><p class="i2">It bites.</p>',
        ),
        (
            "ripgrep searches individual lines, unless\n-U is given, and then all of a file.",
            "<p>ripgrep searches individual lines, unless -U is given, and then all of a file.</p>",
        ),
        ("-a  all of it\n-b  a brief form", '<p class="sb-as">-a  all of it\n-b  a brief form</p>'),
        ("a | b\n--+--\nc | d", '<p class="sb-as">a | b\n--+--\nc | d</p>'),
        ("", ""),
    ],
)
def test_documentation_is_set_for_reading(text, html):
    assert documentation(text) == html


def test_parameters_that_a_table_tells_are_left_out():
    text = ":param a: one\n:return: two"
    assert "one" not in documentation(text, without_parameters=True)
    assert "two" in documentation(text, without_parameters=True)


def test_nested_code_ends_where_its_indentation_does():
    html = documentation("Note:\n\n   see::\n\n      code\n\n   text")
    assert html.endswith('<pre>code</pre><p class="i1">text</p>')
