// A missing `break` lets case 0 run into what is there for nobody, and so into its neighbour's cell.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void k(int *out)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    switch (t % 4) {
    case 0:
        s[t] = 10;
        // falls through
    case 7:
        s[t + 1] = 11; // @next
        break;
    default:
        s[t] = 12; //~ data-race block shared write-write with @next
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
