def one():
    return 1


row = []
row.append(one)
for call in row:
    call()
