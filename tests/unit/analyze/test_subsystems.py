import random

from sourcebook.analyze.subsystems import subsystems
from sourcebook.model import CallGraph, ImportEdge, ParsedFile
from tests.unit.analyze.hand import python


def files(*paths: str) -> list[ParsedFile]:
    return [python(path, "def work():\n    pass\n") for path in paths]


def imports(*pairs: tuple[str, str]) -> CallGraph:
    edges = tuple(ImportEdge(one, 1, other, target=other) for one, other in pairs)
    return CallGraph((), (), edges)


SHOP = files(
    "shop/cart/a.py", "shop/cart/b.py", "shop/tax/a.py", "site/pages/a.py", "site/menu/a.py",
    "tests/test_cart.py", "shop/cart/tests/test_a.py",
)  # fmt: skip
TIES = imports(
    ("shop/cart/a.py", "shop/tax/a.py"),
    ("shop/cart/b.py", "shop/tax/a.py"),
    ("site/pages/a.py", "site/menu/a.py"),
    ("tests/test_cart.py", "shop/cart/a.py"),
    ("tests/test_cart.py", "site/pages/a.py"),
)


def test_what_imports_each_other_belongs_together():
    groups = dict(subsystems(TIES, SHOP))
    assert ("shop/cart", "shop/cart/tests", "shop/tax") in groups.values()
    assert ("site/menu", "site/pages") in groups.values()


def test_tests_at_the_top_bind_nothing_together():
    assert dict(subsystems(TIES, SHOP))["tests"] == ("tests",)


def test_every_folder_with_files_is_in_exactly_one():
    listed = [folder for _, group in subsystems(TIES, SHOP) for folder in group]
    assert sorted(listed) == sorted({file.path.rsplit("/", 1)[0] for file in SHOP})


def test_names_are_unique_and_name_a_folder():
    names = [name for name, _ in subsystems(TIES, SHOP)]
    assert len(names) == len(set(names))
    assert set(names) == {"shop/cart", "site", "tests"}


def test_the_order_of_files_does_not_matter():
    expected = subsystems(TIES, SHOP)
    for seed in range(5):
        shuffled = SHOP[:]
        random.Random(seed).shuffle(shuffled)
        assert subsystems(TIES, shuffled) == expected


def test_a_repository_without_folders_has_its_root():
    assert subsystems(imports(), files("a.py")) == ((".", (".",)),)
    assert subsystems(imports(), []) == ()


def test_a_folder_of_one_subsystem_names_no_other():
    read = files("shop/a.py", "shop/cart/b.py", "shop/tax/c.py", "site/a.py", "site/b.py")
    ties = imports(*[("shop/cart/b.py", "shop/tax/c.py")] * 9, *[("shop/a.py", "site/a.py")] * 9)
    named = dict(subsystems(ties, read))
    assert named["shop/cart"] == ("shop/cart", "shop/tax")
    assert [name for name in named if "(" in name or name == "shop"] == []
