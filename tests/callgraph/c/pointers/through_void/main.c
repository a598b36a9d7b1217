typedef void (*visit)(void *data);

static void each(visit f, void *data) { f(data); }

static void count(void *data) { (*(int *)data)++; }

int main(void)
{
    int n = 0;
    each(count, &n);
    each((visit)count, &n);
    return n;
}
