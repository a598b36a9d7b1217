function Base() {}
Base.prototype.start = function () {
  this.ready();
};
Base.prototype.ready = function () {};

function Car() {
  Base.call(this);
}
Car.prototype = Object.create(Base.prototype);
Car.prototype.ready = function () {};

new Car().start();
