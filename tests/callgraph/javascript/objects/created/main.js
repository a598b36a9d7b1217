const animal = {
  speak() {
    this.sound();
  },
  sound() {},
};

const dog = Object.create(animal);
dog.speak();
Object.assign({}, { go: animal.sound }).go();
