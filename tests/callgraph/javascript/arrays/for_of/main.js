function a() {}
function b() {}

for (const job of [a, b]) {
  job();
}
