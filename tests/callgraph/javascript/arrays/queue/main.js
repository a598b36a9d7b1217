function job() {}
function other() {}

const queue = [];
queue.push(job, other);
while (queue.length) {
  queue.shift()();
}
