class Base {
  start() {}
}

const Loud = (Parent) =>
  class extends Parent {
    shout() {
      this.start();
    }
  };

class Car extends Loud(Base) {}

new Car().start();
