/* A shop in C. */
#ifndef SHOP_H
#define SHOP_H
#include <stdio.h>
#include "x.h"
#define LIMIT 10
#define SQ(x) ((x)*(x))
struct item { int a; char *name; };
typedef struct { int b; } box_t;
typedef int (*handler)(int, char *);
typedef unsigned int uint;
enum kind { ONE, TWO };
union u { int x; };
static int counter = 0, other[10];
extern int shared;
int proto(int a, char *b);
/** Sells. \param n how many */
static inline int *sell(struct item *it, unsigned n, ...)
{
    if (n > LIMIT && it) { return NULL; }
    for (;;) { it->fn(n); helper(SQ(2)); }
    switch (n) { case 1: break; default: goto out; }
    return n ? a : b;
out:
    return 0;
}
int (*get(void))(int) { return 0; }
struct item *mk(void) { return malloc(1); }
#ifdef X
void only_x(void) {}
#else
void not_x(void) {}
#endif
#endif
