class Shop {
  static open() {
    return this.create();
  }

  static create() {
    return new Shop();
  }

  create() {}

  sell() {}
}

Shop.open().sell();
