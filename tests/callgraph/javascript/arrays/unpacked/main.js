function a() {}
function b() {}
function c() {}

const [first, , third = a] = [a, b, c];
third();
const copy = [...[b], a];
copy[0]();
