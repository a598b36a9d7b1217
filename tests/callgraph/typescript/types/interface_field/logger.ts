export class Logger {
  log(text: string): void {
    this.write(text);
  }

  private write(text: string): void {}
}
