function util() {}

util.pad = function () {
  util.fill();
};
util.fill = () => {};

util.pad();
