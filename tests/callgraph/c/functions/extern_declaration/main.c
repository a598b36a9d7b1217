extern int measure(int n);

int main(void) { return measure(3); }
