const Store = require("./store");
const { helper } = require("./helpers");

new Store().save();
helper();
