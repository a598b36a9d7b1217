class Tank {
  get level() {
    return this.measure();
  }

  set level(value) {
    this.store(value);
  }

  measure() {}

  store(value) {}
}

const tank = new Tank();
tank.level = 3;
