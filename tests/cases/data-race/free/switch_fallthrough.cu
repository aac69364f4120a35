// Every case ends in `break` and stays in its own cell.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    switch (t % 4) {
    case 0:
        s[t] = 10;
        break;
    case 1:
    case 2:
        s[t] = 12;
        break;
    default:
        s[t] = 13;
    }
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[t];
}
