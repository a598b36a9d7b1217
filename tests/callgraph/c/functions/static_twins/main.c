#include "both.h"

int main(void)
{
    left();
    right();
    return 0;
}
