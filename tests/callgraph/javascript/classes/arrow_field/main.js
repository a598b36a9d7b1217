class Button {
  constructor(action) {
    this.action = action;
  }

  click = () => this.action();
}

function save() {}

const button = new Button(save);
const handler = button.click;
handler();
