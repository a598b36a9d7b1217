function plain() {}
function fancy() {}
function never() {}

function wrap(style = plain, other = never) {
  style();
}

wrap();
wrap(fancy);
