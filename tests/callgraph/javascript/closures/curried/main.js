const add = (first) => (second) => (third) => third(first, second);

function sum(a, b) {}

add(1)(2)(sum);
