// Shared memory of a launch that is too small whatever the number of blocks is.

// expect: violated
__global__ void too_small(float *a)
{
    extern __shared__ float s[];
    s[threadIdx.x] = a[blockIdx.x * 256 + threadIdx.x]; //~ out-of-bounds
    __syncthreads();
    a[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x]; //~ out-of-bounds
}
void run(float *a, int blocks) { too_small<<<blocks, 256, 256>>>(a); }

// A contract that has nothing to do with it does not excuse it.
// expect: violated
__global__ void beside_a_contract(int *slot, int t, int e)
{
    extern __shared__ int c[];
    if (threadIdx.x < e) c[threadIdx.x] = 0; //~ out-of-bounds
    __syncthreads();
    if (threadIdx.x < t) slot[threadIdx.x] = c[slot[threadIdx.x]]; //~ warning uninitialised-read
}
void run_beside(int *s, int t) { beside_a_contract<<<1, 256, 32 * 4>>>(s, t, 64); }

// The kernel changes what it is handed, and is verified all the same.
// expect: proved
__global__ void changes_its_parameter(int n, int *y)
{
    n += 8;
    if (n > 2) y[threadIdx.x] = 1;
}
void run_changes(int *y, int n) { changes_its_parameter<<<1, 128>>>(n, y); }
