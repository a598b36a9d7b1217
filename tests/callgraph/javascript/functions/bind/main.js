function one() {}
one.call(null);
one.bind(null)();
