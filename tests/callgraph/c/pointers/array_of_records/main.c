#include <string.h>

struct command {
    const char *name;
    int (*run)(void);
};

static int add(void) { return 0; }

static int drop(void) { return 1; }

static const struct command commands[] = {
    { "add", add },
    { "drop", drop },
    { 0, 0 },
};

static int dispatch(const char *name)
{
    for (int i = 0; commands[i].name; i++)
        if (!strcmp(commands[i].name, name))
            return commands[i].run();
    return -1;
}

int main(int argc, char **argv) { return dispatch(argv[1]); }
