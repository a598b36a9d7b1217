class Broken extends Error {
  constructor(text) {
    super(text);
    this.note();
  }

  note() {}
}

function parse() {
  throw new Broken("x");
}

function recover() {}

try {
  parse();
} catch {
  recover();
}
