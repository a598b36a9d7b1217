#include "both.h"

static void helper(void) {}

void right(void) { helper(); }
