// One lock that all threads share is as a critical section.

#include <omp.h>

omp_lock_t lk;
double best = -1e300;
int at = -1;

// expect: proved
void greatest(const double *v, int n)
{
    omp_init_lock(&lk);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        omp_set_lock(&lk);
        if (v[i] > best) {
            best = v[i];
            at = i;
        }
        omp_unset_lock(&lk);
    }
    omp_destroy_lock(&lk);
}
