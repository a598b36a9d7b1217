static void log(void) {}

static void quiet(void) {}

static void work(int flag)
{
    void (*log)(void) = quiet;
    if (flag)
        log();
}

int main(void)
{
    work(1);
    log();
    return 0;
}
