// C that is no C++, and loops whose iterations meet.

#include <stdlib.h>

int new;
int new;

struct outer {
    struct inner {
        int class;
    } one;
};

// expect: violated
void forward(int n, int *restrict a, void *from)
{
    struct inner this;
    int *delete = from;
    this.class = new;
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1] + delete[i] + this.class; //~ data-race grid global read-write
}
