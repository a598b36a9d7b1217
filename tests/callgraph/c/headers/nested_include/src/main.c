#include "app/all.h"

int main(void) { return open_door(); }
