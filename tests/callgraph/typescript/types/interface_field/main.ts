import { Logger } from "./logger";

interface Options {
  logger: Logger;
  retry?: { after(): void };
}

export function run(options: Options) {
  options.logger.log("x");
}

export class Service {
  constructor(private readonly logger: Logger) {}

  work() {
    this.logger.log("y");
  }
}
