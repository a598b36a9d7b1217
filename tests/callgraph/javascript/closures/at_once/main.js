const counter = (function () {
  function step() {}

  return {
    next() {
      step();
    },
  };
})();

counter.next();
