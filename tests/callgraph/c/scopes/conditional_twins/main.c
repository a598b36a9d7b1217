#ifdef FAST
static int compute(int n) { return n; }
#else
static int slow(int n) { return n; }
static int compute(int n) { return slow(n); }
#endif

int main(void) { return compute(1); }
