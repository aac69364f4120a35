// kverify-test: host=project
// What the callers' callers hand over.

// main says 64, by way of another file.
// expect: proved
__global__ void near(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

// main hands over one buffer twice.
// expect: violated
__global__ void shifted(float *to, const float *from)
{
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

// Nothing calls what launches it with 128.
// expect: proved
__global__ void dead(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

void run_near(float *a, int threads) { near<<<8, threads>>>(a); }
void run_shifted(float *to, const float *from) { shifted<<<1, 64>>>(to, from); }
void run_dead(float *a, int threads) { dead<<<8, threads>>>(a); }
