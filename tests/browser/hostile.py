"""A repository whose every name, comment and document tries to be more than text."""

from pathlib import Path

from tests.harness.making import commit_all, git, put

#: Markup, templates, scripts, code fences, tables, emphasis, direction and control marks.
TRICKS = (
    "<script>window.pwned = 1</script> <img src=x onerror=window.pwned=2> </pre></div></article> "
    "<svg onload=window.pwned=3> &lt;i&gt; {{ 7 * 191 }} {% raw %} ${7 * 191} | a | b | ](x.md) "
    "[a](javascript:window.pwned=4) ![i](x.png) `tick` **bold** __init__ \u202edetrever\u202c \x07\x1b[31m "
    "--8<-- 'secrets.md' :smile: ^^ins^^ ~~del~~ @@ \\n %s"
)
FENCES = "# Heading {#search}\n\n```\n~~~\n````\n\n---\ntitle: front\n---\n\n- [ ] task\n\n***\n\n=====\n"
FRONT = "---\ntitle: <script>window.pwned = 5</script>\ntemplate: main.html\nhide: [navigation]\n---\n\n"


def hostile(folder: Path) -> Path:
    """Makes the repository in ``folder``."""
    repository = folder / "hostile"
    names = (
        "<img src=x onerror=window.pwned=6>.py",
        "{{ 7 * 191 }}{% include 'x' %}.py",
        "a|b `c` *d* [e](f) #g.py",
        "\u202eyp.lanigiro.py",
        "__proto__/constructor.py",
        "index/index.py",
        "& quot; &amp;/README.py",
    )
    for number, name in enumerate(names):
        put(repository, name, _python(number))
    keys = TRICKS.replace("\\", "").replace('"', "").replace("\x07\x1b", "")
    put(
        repository,
        "web/keys.js",
        f'const table = {{\n  "{keys}": function (a) {{ return a; }},\n}};\n',
    )
    put(repository, "web/Box.ts", f"/** {TRICKS} */\nexport class Box {{ /* {TRICKS} */ }}\n")
    put(repository, "README.md", f"{FRONT}# {TRICKS}\n\n{FENCES}\n{TRICKS}\n")
    put(repository, "docs/notes.md", f"{FENCES}\n## {TRICKS}\n\n{TRICKS}\n")
    put(
        repository,
        "docs/adr/0001-trick.md",
        f"# 1. {TRICKS}\n\n## Status\n\nAccepted\n\n## Context\n\n{TRICKS}\n{FENCES}\n"
        f"## Decision\n\nWe keep `web/Box.ts`. {TRICKS}\n",
    )
    put(repository, "settings.toml", f"name = '''{TRICKS}'''\n".replace("\x07\x1b", ""))
    commit_all(repository, TRICKS.replace("\x07\x1b", ""))
    git(repository, "remote", "add", "origin", "https://github.com/example/hostile.git")
    return repository


def _python(number: int) -> str:
    plain = TRICKS.replace("\\", "").replace('"', "'")
    return (
        f'"""{plain}"""\n\n# {TRICKS}\nLIMIT = "{plain}"\n\n\n'
        f"def __proto__{number}(toString='</pre>{{{{ 7 * 191 }}}}', *, hasOwnProperty=LIMIT):\n"
        f'    """{plain}\n\n    :param toString: {plain}\n    """\n'
        f'    if toString == "<b>{{{{ 7 * 191 }}}}":\n        raise ValueError("{plain}")\n'
        f"    return __proto__{number}(toString)\n"
    )
