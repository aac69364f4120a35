// A helper that calls itself, a fixed number of times, on the thread's own cell; variables of each call are its own.
// kverify-test: block=32 grid=1

__device__ int power(int base, int times)
{
    int left = times - 1;
    if (times == 0)
        return 1;
    int rest = power(base, left);
    return left == times - 1 ? base * rest : 0;
}

// expect: proved
__global__ void own_cell(int *out)
{
    out[threadIdx.x * power(2, 3)] = 1;
}
