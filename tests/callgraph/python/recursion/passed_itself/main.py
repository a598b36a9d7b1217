def visit(node, again):
    for child in node:
        again(child, again)


visit([], visit)
