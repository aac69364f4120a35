// C that is no C++: keywords of C++ as names, a function in the old form, names from inside of a structure.

#include <stdlib.h>
#include <math.h>

int new;
int new;

struct outer {
    struct inner {
        int class;
    } one;
};

double half(x)
    double x;
{
    return sqrt(x) / 2;
}

// expect: proved
void copy(int n, int *restrict a, void *from)
{
    struct inner this;
    int *delete = from;
    this.class = new;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = delete[i + 1] + this.class;
}

void rows(int n, double (*a)[n], double *private)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = half(private[i]);
}
