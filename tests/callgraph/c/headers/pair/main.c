#include "shop.h"

int main(void) { return open_shop(8); }
