// Objects of methods and of generators, pointers that are one: everything is at hand.

#include <stdlib.h>

// expect: violated
void shift(int n, double *to, const double *from)
{
#pragma omp parallel for
    for (int i = 1; i < n; i++)
        to[i] = from[i - 1]; //~ data-race grid global read-write
}

void shifted(int n, double *x)
{
    shift(n, x, x);
}

double pi(long n)
{
    long in = 0;
    unsigned seed = 1234u;
#pragma omp parallel for reduction(+ : in)
    for (long i = 0; i < n; i++) {
        double x = rand_r(&seed) / (double)RAND_MAX; //~ data-race grid global read-write //~ data-race grid global write-write
        if (x <= 0.5)
            in++;
    }
    return 4.0 * in / n;
}
