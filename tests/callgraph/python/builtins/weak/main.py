import weakref


class Cart:
    def __call__(self):
        sell()


def sell():
    pass


cart = Cart()
look = weakref.ref(cart)
look()
