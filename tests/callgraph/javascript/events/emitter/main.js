class Emitter {
  constructor() {
    this.handlers = {};
  }

  on(name, handler) {
    (this.handlers[name] ||= []).push(handler);
    return this;
  }

  emit(name) {
    for (const handler of this.handlers[name] || []) {
      handler();
    }
  }
}

function greet() {}

const door = new Emitter();
door.on("open", greet).emit("open");
