// kverify-test: host=project
#include "kernels.cuh"
#include <cstdlib>

void run(float *a, int width, int height, int channels)
{
    dim3 grid(width / 16, height);
    of_four_channels<<<grid, 16>>>(a, width, channels);
}

void run_three(float *a, int width, int height, int channels)
{
    dim3 grid(width / 16, height);
    of_three_channels<<<grid, 16>>>(a, width, channels);
}

int main(int argc, char **argv)
{
    int width = atoi(argv[1]), height = atoi(argv[2]);
    float *a = nullptr;
    cudaMalloc(&a, 16 * width * height);
    run(a, width, height, 4);
    run_three(a, width, height, 3);
}
