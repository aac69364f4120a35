// Races behind ways that only some data and arguments lead along.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void rounds(const int *steps, int *out)
{
    int n = steps[0];
    for (int i = 0; i < n; i++)
        if (i == 37)
            out[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void state_machine(const int *in, int *out)
{
    int state = 0;
    for (int i = 0; i < 4; i++) {
        int c = in[i];
        if (state == 0 && c == 71)
            state = 1;
        else if (state == 1 && c == 80)
            state = 2;
        else if (state == 2 && c == 85)
            state = 3;
        else
            state = 0;
        if (state == 3)
            out[0] = threadIdx.x; //~ data-race block global write-write
    }
}

// expect: violated
__global__ void list(const int *next, int *seen)
{
    int v = threadIdx.x;
    for (int i = 0; i < 8 && v >= 0; i++)
        v = next[v];
    if (v >= 1000)
        seen[0] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void sizes(int n, int m, int *out)
{
    if (n * 7 == m * 5 + 3 && n > 600)
        out[threadIdx.x / 2] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
__global__ void two_keys(const int *a, const int *b, int *out)
{
    __shared__ int sum[64];
    int i = threadIdx.x;
    sum[i] = a[i] + 2 * b[i];
    __syncthreads();
    if (sum[i] == 123456 && b[i] == 777)
        out[i / 2] = i; //~ data-race block global write-write
}
