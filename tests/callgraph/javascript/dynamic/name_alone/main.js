class Store {
  save() {}
}

function keep(thing) {
  thing.save();
}

function use(given) {
  keep(given);
}
