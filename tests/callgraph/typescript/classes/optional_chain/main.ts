class Node {
  next?: Node;

  visit(): void {
    this.next?.visit();
    this.next!.close();
  }

  close(): void {}
}

new Node().visit();
