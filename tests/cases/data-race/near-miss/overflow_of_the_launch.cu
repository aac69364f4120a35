// 2^32 threads have a number each.

// expect: proved
__global__ void count_up_to_the_end(int *a, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 1;
}

void launch_just_enough(int *a) { count_up_to_the_end<<<1 << 22, 1024>>>(a, 1000); }
