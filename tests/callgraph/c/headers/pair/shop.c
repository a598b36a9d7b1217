#include "shop.h"

static int light(void) { return 1; }

int open_shop(int hour) { return light() + hour; }
