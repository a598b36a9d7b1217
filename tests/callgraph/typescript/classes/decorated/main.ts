function traced(target: unknown, name: string) {
  note();
}

function note() {}

class Door {
  @traced
  open() {
    this.unlock();
  }

  unlock() {}
}

new Door().open();
