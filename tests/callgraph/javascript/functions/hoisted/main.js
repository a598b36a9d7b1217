start();

function start() {
  later();
}

var later = function () {
  end();
};

function end() {}
