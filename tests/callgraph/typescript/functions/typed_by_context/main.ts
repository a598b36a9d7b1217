class Subscriber {
  next(value: number): void {}
}

declare function observe(
  subscribe: (this: unknown, subscriber: Subscriber, count: number) => void,
): void;

export function start() {
  observe((subscriber) => {
    subscriber.next(1);
  });
  observe(function (subscriber) {
    subscriber.next(2);
  });
}
