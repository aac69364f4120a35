#include "kernels.h"
int main(int argc, char **argv)
{
    float *a;
    cudaMalloc(&a, 4096);
    run_both(a, 512);
    middle(a, argc);
}
