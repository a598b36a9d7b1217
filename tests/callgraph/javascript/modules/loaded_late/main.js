async function load() {
  const { run } = await import("./late.js");
  run();
}

load();
