function wait(job) {
  return new Promise((resolve) => {
    resolve(job);
  });
}

function job() {}

async function run() {
  const found = await wait(job);
  found();
}

run();
