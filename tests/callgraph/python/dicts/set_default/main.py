def a():
    pass


groups = {}
groups.setdefault("x", []).append(a)
for f in groups["x"]:
    f()
