// Schedules that may be alike, and constructs that stand one before the other.

// expect: suspect
void same_shape(int n, int *a)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for collapse(2) schedule(static) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] = 1; // @put
#pragma omp for collapse(2) schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] += 1; //~ data-race block global read-write with @put //~ data-race block global write-write with @put
    }
}

// expect: unknown
void chunks_that_grow(int n, int *a)
{
#pragma omp parallel
    for (int c = 1; c < 5; c++) {
        // expect: proved
#pragma omp for schedule(static, c) nowait
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
}

// expect: unknown
void no_braces(int n, int *a)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1];
}
