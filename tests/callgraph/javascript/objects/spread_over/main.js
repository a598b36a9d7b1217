function a() {}
function b() {}
function c() {}

const base = { a, b };
const more = { ...base, b: c };
more.a();
more.b();
