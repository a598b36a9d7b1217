function a() {}
function b() {}

function* inner() {
  yield a;
}

function* outer() {
  yield* inner();
  yield b;
}

for (const job of outer()) {
  job();
}
