"""Makes the repository of this case."""

import base64
import json
from pathlib import Path

from tests.harness.making import commit_all, put


def make(root: Path) -> None:
    """Builds each value from pieces, so that no file of the checkout holds one."""
    values = secrets()
    pem = armoured(values["pem_body"])
    repo = root / "repo"
    put(
        repo,
        ".env",
        "AWS_ACCESS_KEY_ID={aws_id}\nAWS_SECRET_ACCESS_KEY={aws_secret}\n".format(**values),
    )
    put(repo, "deploy/id_rsa", pem)
    put(repo, "app.py", APP.format(**values))
    put(repo, "conf/values.yaml", "auth:\n  bearer: {jwt}\n".format(**values))
    put(repo, "keys.js", f"const pem = `{pem}`;\nexport function sign() {{ return pem; }}\n")
    first, second = values["github"][:20], values["github"][20:]
    put(repo, "split.py", f'TOKEN = ("{first}"\n         "{second}")\n')
    put(root, "planted.json", json.dumps(values, indent=1))
    commit_all(repo, f"add token {values['github']}")


APP = """\
def connect(url="postgres://admin:{url_password}@db.example:5432/x"):
    \"\"\"Connect. Example token: {github}\"\"\"
    return url


def client(token="{slack}"):
    key = "{openai}"  # do not commit
    return token, key


def load_env():
    password = '{plain_password}'
    return password
"""


def secrets() -> dict[str, str]:
    return {
        "aws_id": "AK" + "IA" + "Q7" + "EXAMPLE9" + "Z3LK",
        "aws_secret": "wJal" + "rXUt" + "nFEMI/K7MD" + "ENG/bPxRfiCY" + "zzEXAMPLEKEY",
        "github": "gh" + "p_" + "a1B2c3D4e5" * 3 + "F6g7H8",
        "slack": "xo" + "xb-" + "123456789012-" + "abcdefABCDEF1234567890ab",
        "openai": "s" + "k-" + "proj-" + "Zx9" * 14,
        "url_password": "hunter" + "2-Tr0ub4dor",
        "jwt": ".".join(
            base64.urlsafe_b64encode(part).decode().rstrip("=")
            for part in (
                b'{"alg":"HS256","typ":"JWT"}',
                b'{"sub":"1234567890","name":"case 53"}',
                b"signature-of-case-fifty-three!!",
            )
        ),
        "pem_body": base64.b64encode(bytes((i * 37 + 11) % 256 for i in range(600))).decode(),
        "plain_password": "corr3ct-h0rse-" + "battery",
    }


def armoured(body: str) -> str:
    lines = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
    kind = "RSA PRIVATE" + " KEY"
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----\n"
