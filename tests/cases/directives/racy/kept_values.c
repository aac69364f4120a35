// What threads keep while they go on: copies that change, places of what is each thread's own later, rounds that nobody waits for.

#include <omp.h>

// A thread's copy counts its iterations.
// expect: suspect
void counted(int *a, int n)
{
    int c = 0;
#pragma omp parallel for firstprivate(c)
    for (int i = 0; i < n; i++) {
        a[i + c] = i; //~ data-race grid global write-write
        c++;
    }
}

// The pointer leads to the array that all share.
// expect: unknown
void led_to(int *a, int n)
{
    int b[4];
    int *p = b;
#pragma omp parallel for private(b)
    for (int i = 0; i < n; i++) {
        p[0] = i;
        a[i] = p[0];
    }
}

// Another thread may be a round ahead.
// expect: unknown
void rounds(int *a, int n)
{
#pragma omp parallel
    for (int k = 0; k < n; k++) {
#pragma omp single nowait
        a[0] = k;
    }
}

// The loop only runs where all iterations write one place.
// expect: violated
void chosen(int *a, int n, int s)
{
    if (s == 0) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i * s] = i; //~ data-race grid global write-write
    }
}
