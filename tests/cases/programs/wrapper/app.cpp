#include "kernels.h"
void step(float *a) { run_fill(a, 1000, 256, 300); }
void middle(float *a, int threads)
{
    run_deeper(a, threads);
}
static void of_this(float *a, int threads)
{
    run_deep(a, threads);
}
void both_sizes(float *a)
{
    of_this(a, 64);
    of_this(a, 128);
    middle(a, 64);
}
