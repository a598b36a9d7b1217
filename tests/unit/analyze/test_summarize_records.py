"""Sentences about data, scripts and documents that hold no prose."""

import pytest

from tests.unit.analyze.test_summarize_compose import summaries
from tests.unit.analyze.test_summarize_kinds import first

MAKEFILE = """\
SUBDIRS = src
EXTRA_DIST = \\
\tREADME.md \\
\tsetup.py

stubs: $(THRIFT) a.thrift
\t$(THRIFT) --gen rs a.thrift

check: stubs

.PHONY: check
"""

PROJECT = """\
<Project Sdk="Microsoft.NET.Sdk">
  <!-- <Never>read</Never> -->
  <PropertyGroup>
    <TargetFramework>net6.0</TargetFramework>
    <OutputType>Exe</OutputType>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="System.Threading" Version="4.3" />
    <PackageReference Include="System.Net" Version="6.0" />
  </ItemGroup>
</Project>
"""


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "Makefile", "makefile", MAKEFILE,
            ("Makes `stubs` (`$(THRIFT) --gen rs a.thrift`) and `check` after `stubs`; sets `SUBDIRS = src` and "
             "`EXTRA_DIST = README.md`."),
        ),
        (
            "a.csproj", "xml", PROJECT,
            ("Has the texts `<TargetFramework>net6.0</TargetFramework>` and `<OutputType>Exe</OutputType>`; holds `<PackageReference "
             'Include="System.Threading"…` and 1 more of its kind and other elements.'),
        ),
        (
            "a.json", "json", '{\n  "name": "shop",\n  "scripts": {\n    "test": "run"\n  },\n  "private": true\n}\n',
            'Sets `"name": "shop"`, `scripts` (`"test": "run"`) and `"private": true`.',
        ),
        (
            "a.json", "json", '[\n  {\n    "name": "cart",\n    "wheels": 4\n  }\n]\n',
            'Lists entries, the first with `"name": "cart"` and `"wheels": 4`.',
        ),
        ("a.yaml", "yaml", "include: package:cart/v1.yaml\n", "Sets `include: package:cart/v1.yaml`."),
        (
            "a.yaml", "yaml", "on:\n  # only now\n  push:\njobs:\n  a: 1\n",
            "Sets `on` (`push:`) and `jobs` (`a: 1`).",
        ),
        (
            "a.sln", "",
            ('Microsoft Visual Studio Solution File\nProject("{1-A}") = "Cart", "Cart.csproj", "{2}"\nEndProject\n'
            'Project("{1-A}") = "Bag", "Bag.csproj", "{3}"\nEndProject\nGlobal\n\tHideSolutionNode = FALSE\nEndGlobal\n'),
            "Puts together `Cart` and `Bag`.",
        ),
        (
            "a.dproj", "xml", '<Keys>\n<Key Name="Version">1.0</Key>\n</Keys>\n',
            'Has the texts `<Key Name="Version">1.0</Key>`; holds `<Keys>`.',
        ),
        (
            "a.cmake", "cmake", "# It will search the shop if it is set\n\nfind_program(Ant_EXECUTABLE NAMES ant)\n",
            "Runs `find_program(Ant_EXECUTABLE NAMES ant)`.",
        ),
        (
            "a.ini", "ini", "[tox]\nenvlist =\n    py39\n    py38\n[cart]\nred = 1\n",
            "Has the parts `tox` (`envlist = py39`) and `cart` (`red = 1`).",
        ),
        (  # words that are shown run nothing
            "a.bat", "batch", "set A=b\necho.There is no cart,\necho.then set the CART to point\npush cart\n",
            "Runs `push cart`; sets `A` to `b`.",
        ),
        (
            "a.md", "markdown", "---\nname: Cart\nabout: Ask for a cart\n---\n\nSay which cart you want to have.\n",
            "Say which cart you want to have; sets `name: Cart` and `about: Ask for a cart`.",
        ),
        (  # how a command is called sets nothing
            "a.md", "markdown", "# Use\n\n```\nCart -red:1 -blue:2\n\n```\n",
            "Shows an example from `Cart -red:1 -blue:2`.",
        ),
        (
            "a.hxml", "haxe-build", "#integrate files\n-cp src\n-cp gen\n-main Main\n-js bin/a.js\n",
            "Gives the options `-cp src`, `-main Main` and `-js bin/a.js`.",
        ),
        (
            "a.cmake", "cmake",
            "#  ANT_FOUND - system has Ant\n#  Ant_EXECUTABLE - the Ant executable\n\nfind_program(Ant_EXECUTABLE NAMES ant)\n",
            "Lists `ANT_FOUND` and `Ant_EXECUTABLE` in a comment, first: “ANT_FOUND - system has Ant”; runs `find_program(Ant_EXECUTABLE NAMES ant)`.",
        ),
        (
            "a.cmake", "cmake", "# Uncomment this to show more\n#include(More)\nset(A 1)\nset(B 2)\n",
            "Runs `set(A 1)` and `set(B 2)`.",
        ),
        (
            "a.sh", "bash", "#!/bin/sh\nset -ev\n\ndpkg-buildpackage -tc -us -uc\nexport OUT=..\nls -al ..\n",
            "Runs `dpkg-buildpackage -tc -us -uc` and `ls -al ..`; sets `OUT` to `..`.",
        ),
        (
            "a.html", "html", "<html><head>\n<title>Shop</title>\n<script src='shop.js'></script>\n<!-- Uncomment this to check it. -->\n</head></html>\n",
            "Headed “Shop”; loads `shop.js`.",
        ),
        (
            "a.tex", "tex", "\\section{Types}\n\\begin{itemize}\n\\item A \\texttt{map} holds each key once.\n\\end{itemize}\n",
            "A `map` holds each key once.",
        ),
        (
            ".gitignore", "", "\n".join(f"/out/{n}.o" for n in "abcd") + "\n\n",
            "Lists 4 lines: `/out/a.o`, `/out/b.o` and so on to `/out/d.o`.",
        ),
        ("setup.cfg", "ini", "[flake8]\nignore = E402\n", "Has the part `flake8` (`ignore = E402`)."),
        ("a.md", "markdown", "# Reused\n- NET Core SDK 3.1 (LTS)\n", "Lists one item: “NET Core SDK 3.1 (LTS)”."),
        (
            "a.html", "html", "<h2>Shop</h2>\n<div id='out'></div>\n", "Headed “Shop”; gives the id `out`.",
        ),
        ("debian/dirs", "", "usr/bin\nusr/include\n", "Lists `usr/bin` and `usr/include`."),
    ],
)  # fmt: skip
def test_data_is_told_by_what_it_holds(path, language, text, sentence):
    assert first(path, language, text) == sentence


def test_annotations_are_of_the_definition_above():
    text = 'struct Cart {\n  1: i32 wheels\n} (\n  cpp.type = "Bag",\n  final,\n)\n'
    told = [one.responsibility.text for one in summaries("a.thrift", "thrift", text).values()]
    assert 'Annotates `Cart` with `cpp.type = "Bag"` and `final`.' in told
