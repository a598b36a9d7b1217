def a():
    pass


(lambda f: f())(a)
