// kverify-test: host=project
// What callers and tests around a launch say of its size.

// expect: proved
__global__ void tested(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

// expect: proved
__global__ void bounded(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

// The caller asks, but for too much.
// expect: violated
__global__ void too_much(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

void run_tested(float *a, int threads)
{
    if (threads <= 64)
        tested<<<8, threads>>>(a);
}

void run_bounded(float *a, int threads) { bounded<<<8, threads>>>(a); }

void run_too_much(float *a, int threads)
{
    if (threads <= 65)
        too_much<<<8, threads>>>(a);
}
