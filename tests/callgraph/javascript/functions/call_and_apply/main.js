function show(hook) {
  this.name();
  hook();
}

function done() {}

const person = {
  name() {},
};

show.call(person, done);
show.apply(person, [done]);
