// What locks order is not modelled: what is found under one may not come about.

#include <mutex>
#include <shared_mutex>
#include <pthread.h>

// expect: suspect
void guarded(int n, double &s, std::mutex &m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        std::lock_guard<std::mutex> held(m);
        s += i; //~ data-race grid global read-write //~ data-race grid global write-write
    }
}

void scoped(int n, double &s, std::shared_mutex &m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        std::scoped_lock held(m);
        s += i; //~ data-race grid global read-write //~ data-race grid global write-write
    }
}

void by_hand(int n, double *s, pthread_mutex_t *m)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(m);
        s[0] += i; //~ data-race grid global read-write //~ data-race grid global write-write
        pthread_mutex_unlock(m);
    }
}
