class A:
    def save(self):
        return 1


getattr(A(), 'save')()
