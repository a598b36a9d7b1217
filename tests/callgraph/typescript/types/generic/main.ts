class Box<T> {
  constructor(private value: T) {}

  get(): T {
    return this.value;
  }
}

class Toy {
  play() {}
}

const box = new Box<Toy>(new Toy());
box.get().play();

function first<T>(items: T[]): T {
  return items[0];
}

first([new Toy()]).play();
