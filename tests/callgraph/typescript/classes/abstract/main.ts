abstract class Step {
  run() {
    this.before();
    this.work();
  }

  before() {}

  abstract work(): void;
}

class Wash extends Step {
  work() {}
}

class Dry extends Step {
  override work() {}
}

const steps: Step[] = [new Wash(), new Dry()];
for (const step of steps) {
  step.run();
}
