class Visitor {
  visit(kind) {
    return this["visit" + kind]();
  }

  visitName() {}
}

new Visitor().visit("Name");
eval("visit()");
