import { run } from "@lib/run";
import type { Runner } from "@lib/types";

export function start(runner: Runner) {
  run();
  runner.go();
}
