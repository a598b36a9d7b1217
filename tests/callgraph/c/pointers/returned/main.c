static void start(void) {}

static void stop(void) {}

static void (*pick(int on))(void)
{
    if (on)
        return start;
    return stop;
}

int main(void)
{
    void (*chosen)(void) = pick(1);
    chosen();
    (*pick(0))();
    return 0;
}
