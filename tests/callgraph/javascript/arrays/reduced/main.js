function add(sum, value) {
  return sum + twice(value);
}

function twice(value) {
  return 2 * value;
}

[1, 2, 3].map(twice).reduce(add, 0);
