const { helper } = require("./helpers");

class Store {
  save() {
    helper();
  }
}

module.exports = Store;
