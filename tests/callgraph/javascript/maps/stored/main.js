function a() {}
function b() {}

const byName = new Map();
byName.set("a", a);
byName.get("a")();

const jobs = new Set([b]);
for (const job of jobs) {
  job();
}
