def pick():
    return 1


if (chosen := pick):
    chosen()
