class Parser {
  parse(text: string): number;
  parse(text: string, base: number): number;
  parse(text: string, base?: number): number {
    return this.read(text);
  }

  private read(text: string): number {
    return 0;
  }
}

new Parser().parse("1", 2);
