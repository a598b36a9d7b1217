#include "util.h"

int thrice(int n) { return n + twice(n); }
