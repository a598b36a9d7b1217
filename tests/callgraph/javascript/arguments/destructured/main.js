function open() {}
function close() {}

function use({ first, after: { then = close } = {} }, [only]) {
  first();
  then();
  only();
}

use({ first: open, after: {} }, [close]);
