// The same where nothing is kept, or all wait.

#include <omp.h>

// expect: proved
void copied(int *a, int n)
{
    int c = 3;
#pragma omp parallel for firstprivate(c)
    for (int i = 0; i < n; i++)
        a[i + c] = i;
}

// expect: proved
void own_array(int *a, int n)
{
    int b[4];
    b[0] = n;
#pragma omp parallel for private(b)
    for (int i = 0; i < n; i++) {
        b[0] = i;
        a[i] = b[0];
    }
}

// expect: proved
void rounds(int *a, int n)
{
#pragma omp parallel
    for (int k = 0; k < n; k++) {
#pragma omp single
        a[0] = k;
    }
}

// expect: conditional
void whoever_calls(int *a, int n, int s)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i * s] = i; //~ warning data-race grid global write-write
}

// expect: proved
void team_of_four(int *a, int n)
{
#pragma omp parallel num_threads(4)
    {
        int id = omp_get_thread_num();
        for (int i = id; i < n; i += 4)
            a[i] = id;
    }
}
