// Writes lines to the console.
export function log(text) {
  console.log(stamp(text));
}

function stamp(text) {
  return `[${new Date().toISOString()}] ${text}`;
}
