// Loops whose iterations come to different threads, and nobody waits.

#include <omp.h>

// expect: violated
void other_shape(int n, int *a)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for collapse(2) schedule(static) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++)
                a[4 * i + j] = i; // @put
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++)
                a[4 * i + j] = j; //~ data-race block global write-write with @put
    }
}

void other_shape_apart(int n, int *a)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for collapse(2) schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++)
                a[4 * i + j] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++)
                a[4 * i + j] = j;
    }
}

// expect: violated
void lanes(int n, int *a, int *b)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for simd schedule(static) nowait
        for (int i = 0; i < n; i++)
            a[i] = i; // @made
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            b[i] = a[i]; //~ data-race block global read-write with @made
    }
}

// expect: violated
void fewer(int n, int m, int *a, int *b)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for schedule(static, 4) nowait
        for (int i = 0; i < n; i++)
            a[i] = i; // @first
#pragma omp for schedule(static, 4)
        for (int i = 0; i < m; i++)
            b[i] = a[i]; //~ data-race block global read-write with @first
    }
}
