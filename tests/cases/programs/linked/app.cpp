#define BLOCK 128
#include "options.h"

#ifdef __CUDACC__
static const int compiled = 64;
#else
static const int compiled = 128;
#endif

static int pick(long) { return 128; }
int threads_of_all = 64;

int main()
{
    float *a = nullptr;
    cudaMalloc(&a, 4096);
    run_guarded(a, block);
    run_wide(a, block);
    run_other(a, compiled);
    run_overload(a, pick(3));
    run_variable(a);
}
