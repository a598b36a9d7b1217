function fetchOne() {
  return Promise.resolve(new Item());
}

class Item {
  use() {
    return done;
  }
}

function done() {}
function failed() {}

fetchOne()
  .then((item) => item.use())
  .then((then) => then())
  .catch(failed);
