#include "util.h"

int main(void) { return twice(1) + thrice(2); }
