export class Client {
  get() {}
}
