type Handler = (text: string) => void;

class Bus {
  private handlers = new Map<string, Handler[]>();

  on(name: string, handler: Handler): void {
    const known = this.handlers.get(name) ?? [];
    known.push(handler);
    this.handlers.set(name, known);
  }

  emit(name: string): void {
    this.handlers.get(name)?.forEach((handler) => handler("x"));
  }
}

function greet(text: string): void {}

const bus = new Bus();
bus.on("a", greet);
bus.emit("a");
