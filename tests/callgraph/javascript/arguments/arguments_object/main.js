function a() {}
function b() {}

function run() {
  arguments[1]();
}

run(a, b);
