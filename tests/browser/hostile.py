"""A repository whose every name, comment and document tries to be more than text."""

from pathlib import Path

from tests.harness.making import commit_all, git, put
from tests.harness.running import sourcebook

#: Markup, templates, scripts, code fences, tables, emphasis, direction and control marks.
TRICKS = (
    "<script>window.pwned = 1</script> <img src=x onerror=window.pwned=2> </pre></div></article> "
    "<svg onload=window.pwned=3> &lt;i&gt; {{ 7 * 191 }} {% raw %} ${7 * 191} | a | b | ](x.md) "
    "[a](javascript:window.pwned=4) ![i](x.png) `tick` **bold** __init__ \u202edetrever\u202c \x07\x1b[31m "
    "--8<-- 'secrets.md' :smile: ^^ins^^ ~~del~~ @@ \\n %s"
)
FENCES = "# Heading {#search}\n\n```\n~~~\n````\n\n---\ntitle: front\n---\n\n- [ ] task\n\n***\n\n=====\n"
FRONT = "---\ntitle: <script>window.pwned = 5</script>\ntemplate: main.html\nhide: [navigation]\n---\n\n"


#: The same, where a control character, a quote or a backslash cannot stand.
PLAIN = TRICKS.replace("\\", "").replace('"', "'").replace("\x07\x1b", "")

#: Names of files; the last folder has a partner whose code it needs, and that needs it.
NAMES = (
    "<img src=x onerror=window.pwned=6>.py",
    "{{ 7 * 191 }}{% include 'x' %}.py",
    "a|b `c` *d* [e](f) #g.py",
    "\u202eyp.lanigiro.py",
    "__proto__/constructor.py",
    "index/index.py",
    "& quot; &amp;/README.py",
    "one <b onclick=window.pwned=7> {{ 7 * 191 }}/code.py",
    "two/code.py",
    "three/code.py",
)
RING = ("one <b onclick=window.pwned=7> {{ 7 * 191 }}/ring.js", "two | `three`/ring.js")
BRANCH = "<b/onclick=window.pwned=8>{{7+1330}}"
FORMER = "docs/adr/0002-former.md"


def hostile(folder: Path) -> Path:
    """Makes the repository in ``folder``, and in ``before`` beside it the output of its past.

    In the past it had a decision more, and one function had another signature.
    """
    repository = folder / "hostile"
    for number, name in enumerate(NAMES):
        put(repository, name, _python(number))
    for one, other in (RING, RING[::-1]):
        title = one.partition(" ")[0]
        text = f"import {{ go }} from '../{other}';\n/** {PLAIN} */\nexport function {title}() {{ go(); }}\n"
        put(repository, one, text + "export function go() { go(); }\n")
    keys = PLAIN.replace("'", "")
    table = f'const table = {{\n  "{keys}": function (a) {{ return a; }},\n}};\n'
    put(repository, "web/keys.js", table)
    put(repository, "web/{{ 7 * 191 }}<b onclick=window.pwned=10>.bin", b"\x00\x01\x02" * 99)
    put(repository, "web/Box.ts", f"/** {TRICKS} */\nexport class Box {{ /* {TRICKS} */ }}\n")
    for path, name in (
        ("web/addresses.py", "canonical_zip"),
        ("store/customers.py", "tidy_postcode"),
    ):
        put(repository, path, ALIKE.format(name=name, tricks=PLAIN))
    put(repository, "README.md", f"{FRONT}# {TRICKS}\n\n{FENCES}\n{TRICKS}\n")
    put(repository, "docs/notes.md", f"{FENCES}\n## {TRICKS}\n\n{TRICKS}\n")
    put(repository, "docs/adr/0001-trick.md", _record(1))
    put(repository, FORMER, _record(2))
    put(repository, "sourcebook/notes/system.md", f"---\nof: system\n---\n{TRICKS}\n\n{TRICKS}\n")
    note = f'---\nof: web/Box.ts\nconfirms: toString == "<b>{{{{ 7 * 191 }}}}"\n---\n{TRICKS}\n'
    put(repository, "sourcebook/notes/box.md", note)
    put(repository, "settings.toml", f"name = '''{TRICKS}'''\n".replace("\x07\x1b", ""))
    put(repository, "sourcebook.toml", f'name = "{PLAIN}"\n')
    commit_all(repository, TRICKS.replace("\x07\x1b", ""))
    git(repository, "branch", "-m", BRANCH)
    git(repository, "remote", "add", "origin", "https://github.com/example/hostile.git")
    for command in (["index"], ["decisions", "--lock"]):
        done = sourcebook(*command, repository, "--output", folder / "before", home=folder)
        assert done.code == 0, done.said
    alike = ALIKE.format(name="tidy_postcode", tricks=PLAIN)
    hint = "(written: str, more='</pre><b onclick=window.pwned=9>{{ 7 * 191 }}')"
    put(repository, "store/customers.py", alike.replace("(written: str)", hint))
    git(repository, "rm", "-q", "--", FORMER)
    commit_all(repository, TRICKS.replace("\x07\x1b", ""))
    return repository


def hostile_depot(folder: Path) -> Path:
    """A repository without a remote, with a file so long that its page has parts."""
    repository = folder / "depot"
    functions = (
        f'def function_{number}(a="</pre><b>{{{{ 7 * 191 }}}}"):\n    """{PLAIN}\n\n    {PLAIN}\n    """\n\n\n'
        for number in range(140)
    )
    put(repository, NAMES[1], "".join(functions))
    put(repository, NAMES[0], _python(0))
    commit_all(repository, PLAIN)
    return repository


def _record(number: int) -> str:
    return (
        f"# {number}. {TRICKS}\n\n## Status\n\nAccepted\n\n## Context\n\n{TRICKS}\n{FENCES}\n"
        f"## Decision\n\nWe keep `web/Box.ts`. {TRICKS}\n"
    )


#: What two files say under two names.
ALIKE = '''"""{tricks}"""


def {name}(written: str) -> str:
    """Brings the postal code of an address into its one form: capital letters, no blanks.
    {tricks}
    """
    code = drop_blanks(written).upper()
    if not code:
        raise BadAddress(written)
    return code
'''


def _python(number: int) -> str:
    plain = TRICKS.replace("\\", "").replace('"', "'")
    return (
        f'"""{plain}"""\n\nimport logging\n\n# {TRICKS}\nLIMIT = "{plain}"\n\n\n'
        f"def __proto__{number}(toString='</pre>{{{{ 7 * 191 }}}}', *, hasOwnProperty=LIMIT):\n"
        f'    """{plain}\n\n    :param toString: {plain}\n    """\n'
        f'    if toString == "<b>{{{{ 7 * 191 }}}}":\n        raise ValueError("{plain}")\n'
        f"    return __proto__{number}(toString)\n"
    )
