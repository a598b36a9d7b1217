import json
import re
import time
from base64 import b64encode

import pytest
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.analyze import credentials
from sourcebook.analyze.decode import decode, span_of
from sourcebook.analyze.redact import redact, redact_line

# Put together from pieces, so that no scanner takes this file for a leak.
GITHUB = "gh" + "p_" + "a1B2c3D4e5" * 3 + "F6g7H8"
SLACK = "xo" + "xb-" + "123456789012-" + "abcdefABCDEF1234567890ab"
OPENAI = "s" + "k-" + "proj-" + "Zx9" * 14
AWS = "AK" + "IA" + "Q7" + "WXYZPLE9" + "Z3LK"
JWT = ".".join(
    b64encode(part).decode().rstrip("=")
    for part in (
        b'{"alg":"HS256","typ":"JWT"}',
        b'{"sub":"1234567890"}',
        b"signature-of-32-bytes!!",
    )
)
KEY = b64encode(bytes((i * 37 + 11) % 256 for i in range(600))).decode()
BEGIN, END = "-----BEGIN RSA PRIVATE" + " KEY-----", "-----END RSA PRIVATE" + " KEY-----"
ARMOURED = f"{BEGIN}\n" + "\n".join(re.findall(".{1,64}", KEY)) + f"\n{END}\n"


#: A file, its text, the secret in it and the kind of that.
SECRETS = [
    ("a.py", f'"""Example token: {GITHUB}"""', GITHUB, "token"),
    ("a.py", f'def f(token="{SLACK}"):', SLACK, "token"),
    ("a.js", f"const key = `{OPENAI}`;", OPENAI, "token"),
    ("a.txt", f"id {AWS} here", AWS, "AWS key"),
    ("a.yaml", f"auth:\n  bearer: {JWT}\n", JWT, "token"),
    ("a.py", 'url = "postgres://admin:hunter2-Tr0ub@db.example/x"', "hunter2-Tr0ub", "password"),
    ("a.py", "password = 'corr3ct-h0rse'", "corr3ct-h0rse", "password"),
    ("a.go", 'dbPassword := "corr3ct-h0rse"', "corr3ct-h0rse", "password"),
    ("a.py", 'PASSWORD: str = "corr3ct-h0rse"', "corr3ct-h0rse", "password"),
    ("a.json", '{"db_password": "corr3ct-h0rse"}', "corr3ct-h0rse", "password"),
    ("a.java", 'setPassword("corr3ct-h0rse");', "corr3ct-h0rse", "password"),
    ("a.h", '#define PASSWORD "corr3ct-h0rse"', "corr3ct-h0rse", "password"),
    ("a.yml", "password: corr3ct-h0rse\n", "corr3ct-h0rse", "password"),
    ("a.sh", "export DB_PASSWORD=corr3ct-h0rse\n", "corr3ct-h0rse", "password"),
    ("a.py", 'API_KEY = "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c"', "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c", "secret"),
    ("a.py", 'x = "kJ8sQ2vLp0ZtRw4YbN6mXc1HgUe5DfAiTo3V"', "kJ8sQ2vLp0ZtRw4YbN6mXc1HgUe5DfAiTo3V", "secret"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "secret", "kind"), SECRETS)
def test_a_secret_gives_way_to_a_mark(path, text, secret, kind):
    clean = redact(text, path)
    assert secret not in clean.text
    assert clean.text == text.replace(secret, f"[redacted: {kind}]")
    line = text[: text.index(secret)].count("\n") + 1
    assert [(r.line, r.end_line, r.kind) for r in clean.redactions] == [(line, line, kind)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", 'password = "password"'),
        ("a.py", 'password = forms.CharField(label="Password")'),
        ("a.py", "password = get_password(user)"),
        ("a.py", 'raise ValueError("The password is too short: 8 characters")'),
        ("a.py", 'token_url = "https://example.org/oauth2/token"'),
        ("a.py", 'SECRET_KEY = os.environ["SECRET_KEY"]'),
        ("a.py", 'PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]'),
        ("a.yml", "password: ${DB_PASSWORD}\n"),
        ("a.yml", "password: {{ vault_password }}\n"),
        ("a.sh", 'PASSWORD="$1"'),
        ("a.md", "postgres://user:password@localhost/db"),
        ("a.md", "https://{user}:{token}@example.org"),
        ("a.py", 'DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"'),
        ("a.py", 'SHA = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"'),
        ("a.py", 'integrity = "lib/Foo/BarBaz2/SomeQuiteLongClassName/inner_part_of_it"'),
        ("package.json", '"integrity": "sha512-9f8a7b6c5dKJ8sQ2vLp0ZtRw4YbN6mXc1HgUe5DfAiTo3V=="'),
        ("a.md", f"The file begins with `{BEGIN}` and ends with `{END}`."),
        ("a.pem.md", "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----"),
        ("a.py", "a = tokens[1:2]; key=lambda token: token.position"),
    ],
)
def test_what_only_looks_like_a_secret_stays(path, text):
    assert redact(text, path).text == text


def test_the_text_of_a_private_key_goes_and_its_lines_stay():
    text = f"const pem = `{ARMOURED}`;\nexport function sign() {{}}\n"
    clean = redact(text, "keys.js")
    assert clean.text.count("\n") == text.count("\n")
    assert clean.text.count("[redacted: private key]") == 1
    assert not any(line in clean.text for line in re.findall(".{64}", KEY))
    assert [(r.line, r.end_line) for r in clean.redactions] == [(2, 14)]
    assert clean.text.endswith("export function sign() {}\n")


def test_a_private_key_in_one_escaped_line_is_found():
    text = json.dumps({"private_key": ARMOURED})
    clean = redact(text, "account.json").text
    assert not any(line in clean for line in re.findall(".{64}", KEY))
    assert json.loads(clean)["private_key"].startswith(BEGIN)


def test_a_private_key_without_an_end_is_found():
    text = ARMOURED.replace(END, "") + "\nSome words of prose follow here.\n"
    clean = redact(text, "a.md").text
    assert not any(line in clean for line in re.findall(".{64}", KEY))
    assert "Some words of prose follow here." in clean


@pytest.mark.parametrize(
    ("before", "after"), [('"', '"'), ('" +', '"'), ('"', '+ "'), ('" \\', '"'), ("'", "'")]
)
def test_a_value_split_over_two_literals_is_found(before, after):
    quote = before[0]
    text = f"TOKEN = ({quote}{GITHUB[:20]}{before}\n         {after}{GITHUB[20:]}{quote})\n"
    clean = redact(text, "split.py")
    assert GITHUB[:20] not in clean.text
    assert GITHUB[20:] not in clean.text
    assert clean.text.count("[redacted: token]") == 1
    assert [(r.line, r.end_line, r.kind) for r in clean.redactions] == [(1, 2, "token")]


def test_a_value_split_over_three_literals_is_found():
    pieces = (GITHUB[:9], GITHUB[9:25], GITHUB[25:])
    text = "x = 1\nTOKEN = (\n" + "\n".join(f'  "{piece}"' for piece in pieces) + "\n)\ny = 2\n"
    clean = redact(text, "split.py").text
    assert clean == 'x = 1\nTOKEN = (\n  "[redacted: token]"\n  ""\n  ""\n)\ny = 2\n'


def test_a_long_line_is_looked_at_in_pieces():
    text = "a=" * 200_000 + f'"{GITHUB}"' + "b=" * 200_000
    assert redact(text, "a.min.js").text == text.replace(GITHUB, "[redacted: token]")


@pytest.mark.parametrize(
    "text", ['"' + " " * 60_000, "password" + " " * 60_000 + "x", '" ' * 30_000, ' +"\n' * 15_000]
)
def test_time_grows_with_the_text_and_no_faster(text):
    before = time.process_time()
    credentials.find(text)
    assert time.process_time() - before < 2


def test_a_commit_subject_is_redacted():
    assert redact_line(f"add token {GITHUB}") == "add token [redacted: token]"


def test_every_detector_of_the_library_is_used_or_left_out_on_purpose():
    ours = {
        "PrivateKeyDetector", "BasicAuthDetector", "KeywordDetector",
        "Base64HighEntropyString", "HexHighEntropyString",
    }  # fmt: skip
    no_secret = {"IPPublicDetector"}
    plugins = {plugin.__name__ for plugin in get_mapping_from_secret_type_to_class().values()}
    named = {form.detector for form in credentials._forms() if form.detector}
    assert named | ours | no_secret == plugins


TEXT = st.lists(
    st.one_of(
        st.sampled_from([GITHUB, AWS, ARMOURED, JWT, f'password = "{"Xy7!" * 3}"', '"\n"', "é\n", "\r\n"]),
        st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=20),
    ),
    max_size=8,
).map("\n".join)  # fmt: skip


@given(TEXT)
def test_lines_are_kept_and_no_mark_is_a_secret_again(text):
    clean = redact(text, "a.py")
    assert clean.text.count("\n") == text.count("\n")
    assert redact(clean.text, "a.py").text == clean.text


@given(TEXT)
def test_shifts_lead_back_to_the_offsets_before(content):
    text = decode("a.py", content.encode())
    before = content.encode()
    places = [span_of(text, at, at).start for at in range(len(text.data) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(before)
    marks = {
        at for m in re.finditer(rb"\[redacted: [\w ]+\]", text.data) for at in range(*m.span())
    }
    for at, place in enumerate(places[:-1]):
        if at not in marks:
            assert text.data[at] == before[place]
