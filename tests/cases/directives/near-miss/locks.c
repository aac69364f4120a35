// Locks of which it is not clear what they hold apart: no races are told of.

#include <omp.h>

typedef struct { double sum; omp_lock_t lock; } slot;
omp_lock_t one, two;
double s;

// expect: unknown
void of_slots(slot *a, int n, const int *to, const double *v)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        omp_set_lock(&a[to[i]].lock);
        a[to[i]].sum += v[i];
        omp_unset_lock(&a[to[i]].lock);
    }
}

void of_each(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        omp_lock_t own;
        omp_init_lock(&own);
        omp_set_lock(&own);
        s += i;
        omp_unset_lock(&own);
    }
}

void of_two(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (i % 2) {
            omp_set_lock(&one);
            s += i;
            omp_unset_lock(&one);
        } else {
            omp_set_lock(&two);
            s += i;
            omp_unset_lock(&two);
        }
    }
}

void tested(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (omp_test_lock(&one)) {
            s += i;
            omp_unset_lock(&one);
        }
    }
}

void beside_atomic(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        omp_set_lock(&one);
        s += i;
        omp_unset_lock(&one);
#pragma omp atomic
        s += 1;
    }
}
