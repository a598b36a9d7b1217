package a;

class A {
  void go() { run(); run(1, 2); }
  void run() {}
  void run(int x, int y) { this.go(); }
}
