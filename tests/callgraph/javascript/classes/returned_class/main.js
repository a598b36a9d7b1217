function build(action) {
  return class {
    press() {
      action();
    }
  };
}

function save() {}

const Button = build(save);
new Button().press();
