#include <stdlib.h>

static int rank(int n) { return n; }

static int by_rank(const void *a, const void *b) { return rank(*(int *)a) - rank(*(int *)b); }

int main(void)
{
    int numbers[] = { 3, 1, 2 };
    qsort(numbers, 3, sizeof *numbers, by_rank);
    return 0;
}
