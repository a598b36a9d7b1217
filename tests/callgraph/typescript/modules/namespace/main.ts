namespace Shapes {
  export function draw() {
    helper();
  }

  function helper() {}
}

enum Mode {
  On = 1,
}

Shapes.draw();
