typedef int (*compare)(int, int);

static int less(int a, int b) { return a < b; }

static int more(int a, int b) { return a > b; }

static int sort(int n, compare by) { return by(n, 1); }

int main(void)
{
    sort(1, less);
    return sort(2, &more);
}
