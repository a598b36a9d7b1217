class Cat:
    def speak(self):
        pass


class Dog:
    def speak(self):
        pass


def walk(dog):
    dog.speak()


cat = Cat()
walk(Dog())
