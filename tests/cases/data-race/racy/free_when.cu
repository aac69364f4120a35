// Kernels that are free under a simple condition on the launch or the parameters, which is offered.

// expect: conditional
// free-when: pitch >= width
__global__ void pitched(float *a, int pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        a[y * pitch + x] = x; //~ warning data-race block global write-write
    //~ warning data-race grid global write-write
}

// expect: conditional
// free-when: stride >= w * h
__global__ void planes(float *a, int w, int h, int stride)
{
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    if (x < w && y < h)
        a[z * stride + y * w + x] = x; //~ warning data-race grid global write-write
}

// expect: violated
// free-when: len < 64
__global__ void rows_of_64(float *a, int len)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j <= len; j++)
        a[i * 64 + j] = j; //~ data-race block global write-write
    //~ data-race grid global write-write
}

// expect: conditional
// free-when: fields >= used
__global__ void records(float *a, int fields, int used)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < used; j++)
        a[i * fields + j] = j; //~ warning data-race block global write-write
    //~ warning data-race grid global write-write
}

// expect: violated
// free-when: mode != 1
__global__ void debug_mode(float *a, float *log, int mode)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (mode == 1)
        log[0] = i; //~ data-race block global write-write
    //~ data-race grid global write-write
    a[i] = i;
}

// expect: violated
// free-when: gridDim.x == 1
__global__ void one_block(float *a, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] = i + blockIdx.x; //~ data-race grid global write-write
}

// Whatever callers keep to, a column of all rows and a row of all columns meet.
// expect: violated
__global__ void column_and_row(float *a, int n, int p, int q) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n || p < 0 || p >= n || q < 0 || q >= n) return;
    a[k * n + p] = k; // @column
    a[q * n + k] = k; //~ data-race with @column x2
}
