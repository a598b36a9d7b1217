function log() {}

function work(quiet) {
  if (quiet) {
    const log = () => {};
    log();
  }
  log();
}

work(true);
