class Lamp { light() {} }
class Room {
  constructor() { this.lamp = new Lamp(); }
  enter() { this.lamp.light(); }
}
new Room().enter();
