"""Rules of the shop."""

load("@rules_go//go:def.bzl", "go_library", binary = "go_binary")
load(":tax.bzl", "tax")

_RATES = {"a": 1}
NAMES = ["till", "box"]

def shop(name, srcs = [], **kwargs):
    """Makes a shop of its sources."""
    if not srcs:
        fail("no sources for %s" % name)
    go_library(
        name = name + "_lib",
        srcs = srcs,
    )
    _till(name)

def _till(name):
    binary(name = name)

# The box at the door.
go_library(
    name = "box",
    srcs = glob(["*.go"]),
)

shop(name = "corner", srcs = ["a.go"])

[tax(name = "tax_%s" % one) for one in NAMES]
