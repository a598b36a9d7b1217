def rank(word):
    return weight(word)


def weight(word):
    return len(word)


def order(words):
    return sorted(words, key=rank)


order(["a"])
max(["b"], key=weight)
