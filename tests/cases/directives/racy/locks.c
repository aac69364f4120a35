// Beside the section of the one lock.

#include <omp.h>

omp_lock_t lk;
int m;

// expect: violated
void writes_outside(const int *v, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        omp_set_lock(&lk);
        m += v[i]; // @set
        omp_unset_lock(&lk);
        m++; //~ data-race grid global atomic-plain with @set //~ data-race grid global read-write //~ data-race grid global write-write
    }
}
