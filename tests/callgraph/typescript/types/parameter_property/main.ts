class Lamp { light(): void {} }
export class Room {
  constructor(private readonly lamp: Lamp) {}
  enter() { this.lamp.light(); }
}
