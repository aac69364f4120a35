// What locks order is not modelled: races that they may rule out are not told of.

#include <mutex>
#include <shared_mutex>
#include <pthread.h>

// expect: unknown
void guarded(int n, double &s, std::mutex &m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        std::lock_guard<std::mutex> held(m);
        s += i;
    }
}

void scoped(int n, double &s, std::shared_mutex &m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        std::scoped_lock held(m);
        s += i;
    }
}

void by_hand(int n, double *s, pthread_mutex_t *m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(m);
        s[0] += i;
        pthread_mutex_unlock(m);
    }
}
