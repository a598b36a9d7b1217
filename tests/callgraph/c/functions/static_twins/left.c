#include "both.h"

static void helper(void) {}

void left(void) { helper(); }
