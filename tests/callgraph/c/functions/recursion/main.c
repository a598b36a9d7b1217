static int odd(int n);

static int even(int n) { return n == 0 || odd(n - 1); }

static int odd(int n) { return n != 0 && even(n - 1); }

int main(void) { return even(4); }
