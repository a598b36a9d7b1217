#ifndef UTIL_H
#define UTIL_H

static inline int twice(int n) { return 2 * n; }

int thrice(int n);

#endif
