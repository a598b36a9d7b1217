class Engine {
  start(): void {}
}

declare function find(name: string): Engine;

async function later(): Promise<Engine> {
  return JSON.parse("{}");
}

export async function use() {
  find("x").start();
  (await later()).start();
}
