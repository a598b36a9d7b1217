import pytest

from sourcebook.analyze.scan import scan
from sourcebook.analyze.scopes import find_scopes, scope_of
from sourcebook.config import Config
from tests.unit.analyze.making import put


@pytest.mark.parametrize(
    ("manifest", "content", "member"),
    [
        ("package.json", '{"workspaces": ["packages/*", "!packages/c"]}', "package.json"),
        ("package.json", '{"workspaces": {"packages": ["packages/a", "packages/b"]}}', "package.json"),
        ("lerna.json", '{"packages": ["packages/a", "packages/b/"]}', "package.json"),
        ("pnpm-workspace.yaml", "packages:\n  - 'packages/*'\n  - '!**/c'\n", "package.json"),
        ("Cargo.toml", '[workspace]\nmembers = ["packages/a", "packages/b"]\n', "Cargo.toml"),
        ("pyproject.toml", '[tool.uv.workspace]\nmembers = ["packages/[ab]", "packages/a", "./packages/b"]\n', "pyproject.toml"),
        ("Cargo.toml", '[workspace]\nmembers = ["packages/*"]\nexclude = ["packages/c"]\n', "Cargo.toml"),
        ("pyproject.toml", '[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/c"]\n', "pyproject.toml"),
        ("pyproject.toml", ('[tool.poetry.dependencies]\npython = "^3.12"\na = {path = "packages/a", develop = true}\n'
         '[tool.poetry.group.dev.dependencies]\nb = {path = "./packages/b"}\n'), "pyproject.toml"),
        ("go.work", "go 1.21\n\nuse (\n\t./packages/a // one\n\t./packages/b\n)\n", "go.mod"),
        ("go.work", "use ./packages/a\nuse ./packages/b\n", "go.mod"),
        ("pom.xml", "<modules><module>packages/a</module>\n<module>packages/b</module></modules>", "pom.xml"),
        ("settings.gradle", "include ':packages:a',\n  ':packages:b'\n", "build.gradle"),
        ("settings.gradle.kts", 'include(":packages:a")\ninclude(":packages:b")\n', "build.gradle.kts"),
    ],
)  # fmt: skip
def test_workspaces_are_found(tmp_path, manifest, content, member):
    put(tmp_path, {
        manifest: content, f"packages/a/{member}": "", f"packages/b/{member}": "", f"packages/c/{member}": "",
        "packages/d/x.py": "", f"packages/a/deep/{member}": "", "packages/a/deep/x.py": "",
    })  # fmt: skip
    repository = scan(tmp_path, Config())
    assert repository.scopes == ("packages/a", "packages/b")
    scope = {file.path: file.scope for file in repository.files}
    assert scope["packages/a/deep/x.py"] == "packages/a"
    assert scope["packages/d/x.py"] == ""
    assert scope[manifest] == ""


@pytest.mark.parametrize("marker", ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"])
def test_a_workspace_of_bazel_within_another_is_a_scope(tmp_path, marker):
    put(tmp_path, {"MODULE.bazel": "", f"a/{marker}": "", "a/x/BUILD.bazel": "", "b/BUILD": ""})
    assert scan(tmp_path, Config()).scopes == ("a",)
    (tmp_path / "MODULE.bazel").unlink()
    assert scan(tmp_path, Config()).scopes == ()


@pytest.mark.parametrize(
    "content",
    ["tool = 3", "[tool]\npoetry = [1]", "[tool.poetry]\ngroup = 2", "[tool.uv]\nworkspace = []",
     "[tool.uv.workspace]\nmembers = 1", "[tool.poetry.dependencies]\na = []"],
)  # fmt: skip
def test_a_description_of_another_form_finds_nothing(tmp_path, content):
    put(tmp_path, {"pyproject.toml": content, "a/pyproject.toml": ""})
    assert scan(tmp_path, Config()).scopes == ()


def test_modules_of_modules_are_found(tmp_path):
    put(tmp_path, {
        "pom.xml": "<module>a</module>", "a/pom.xml": "<module>b</module><module>../c</module>",
        "a/b/pom.xml": "", "c/pom.xml": "<module>../a</module>",
    })  # fmt: skip
    assert scan(tmp_path, Config()).scopes == ("a", "a/b", "c")


@pytest.mark.parametrize("content", ["{", "[]", '{"workspaces": 3}', '{"workspaces": [3]}', "\0"])
def test_a_broken_manifest_finds_nothing(tmp_path, content):
    put(tmp_path, {"package.json": content, "packages/a/package.json": "{}"})
    assert scan(tmp_path, Config()).scopes == ()


def test_declared_scopes_replace_what_would_be_found(tmp_path):
    put(
        tmp_path,
        {
            "package.json": '{"workspaces": ["a"]}',
            "a/package.json": "",
            "b/x.py": "",
            "b/c/y.py": "",
        },
    )
    assert scan(tmp_path, Config(scopes=("b/*", "b"))).scopes == ("b", "b/c")


def test_the_innermost_scope_holds_a_file():
    assert scope_of("a/b/c/x.py", ("a", "a/b")) == "a/b"
    assert scope_of("ab/x.py", ("a",)) == ""
    assert scope_of("x.py", ("a",)) == ""


def test_no_manifest_no_scopes(tmp_path):
    assert find_scopes(tmp_path, ["a/b.py"], ()) == ()
