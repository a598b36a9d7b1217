#include "app/door.h"

static int turn(void) { return 1; }

int open_door(void) { return turn(); }
