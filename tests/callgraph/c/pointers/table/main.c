struct ops { int (*open)(void); };

static int real_open(void) { return 1; }

static struct ops table = { .open = real_open };

int main(void) { return table.open(); }
