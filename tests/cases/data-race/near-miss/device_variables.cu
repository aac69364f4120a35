// A constant table sends each thread elsewhere.
// kverify-test: block=4 grid=1

__constant__ const int place[4] = { 2, 0, 3, 1 };

// expect: proved
__global__ void k(int *out)
{
    out[place[threadIdx.x]] = threadIdx.x;
}
