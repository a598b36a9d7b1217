function a() {}
function b() {}
function c() {}

function run(first, ...rest) {
  rest[1]();
}

const given = [a, b, c];
run(...given);
