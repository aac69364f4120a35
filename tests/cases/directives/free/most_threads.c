// No team has more threads than there may be.

#include <omp.h>

// expect: proved
void in_turn(int n, int *a)
{
    int most = omp_get_max_threads();
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < n; i += most)
        a[i] += 1;
}
