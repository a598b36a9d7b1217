function first() {}
function second() {}

let task = first;
task();
task = second;
task();

function run(flag) {
  const chosen = flag ? first : second;
  chosen();
}

run(true);
