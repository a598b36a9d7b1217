function a() {}
function b() {}

const KEY = "a";
const table = { [KEY]: a, b };
table["a"]();
const { b: renamed } = table;
renamed();
