function work() {}
module.exports = { work };
