class Circle {
  round() {}
  draw() {}
}

class Square {
  draw() {}
}

export function show(shape: Circle | Square) {
  shape.draw();
}

export function check(value: unknown) {
  if (value instanceof Circle) {
    value.round();
  }
}
