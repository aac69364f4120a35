// Accesses that leave their arrays whatever is handed over and read: what decides whether they are reached says nothing of the index.
// kverify-test: block=128 grid=2

// expect: violated
__global__ void where_data_ask(int *out, const int *asks)
{
    __shared__ int s[128];
    if (asks[threadIdx.x] > 0) s[threadIdx.x + 3] = 1; //~ out-of-bounds
    out[blockIdx.x * 128 + threadIdx.x] = 0;
}

// expect: violated
__global__ void behind_a_loop(int *out, int n)
{
    __shared__ int s[100];
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 256) out[i] = 0;
    s[threadIdx.x] = 1; //~ out-of-bounds
}

// expect: violated
__global__ void beside_what_a_loop_carries(int *out, const int *in)
{
    int own[5];
    int sum = 0;
    for (int k = 0; k < 8; ++k) {
        sum += in[k];
        own[k] = sum; //~ out-of-bounds
    }
    out[blockIdx.x * 128 + threadIdx.x] = own[sum & 3];
}
