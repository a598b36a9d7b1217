export class Runner {
  go(): void {}
}
