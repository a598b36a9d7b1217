function Room() {}
Room.prototype.enter = function () {};
new Room().enter();
