class A:
    def save(self):
        return 1


def run(thing):
    return thing.save()
