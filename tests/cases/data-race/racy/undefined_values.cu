// kverify-test: block=64 grid=1
// What one way leaves without a value is another value in each thread: two threads do not write the same.

// expect: violated
__global__ void of_one_thread(int *out, const int *in)
{
    int x;
    if (threadIdx.x == 0) x = in[0];
    out[0] = x; //~ data-race block global write-write
}

// expect: violated
__global__ void of_a_switch(int *out, const int *in)
{
    int x;
    switch (threadIdx.x & 3) {
    case 0: x = in[0]; break;
    case 1: x = in[1]; break;
    }
    out[threadIdx.x / 64] = x; //~ data-race block global write-write
}

__device__ void first(int *to, const int *in)
{
    if (threadIdx.x == 0) *to = in[0];
}

// expect: violated
__global__ void handed_back(int *out, const int *in)
{
    int x;
    first(&x, in);
    out[0] = x; //~ data-race block global write-write
}
