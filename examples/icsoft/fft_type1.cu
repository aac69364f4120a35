// Error types 1 and 2 injected into fft.cu.

#define POINTS 512
#define THREADS 256

__device__ float2 multiply(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 root(int k, int n)
{
    float angle = -6.2831853f * k / n;
    return make_float2(cosf(angle), sinf(angle));
}

// The stages share one buffer without a barrier between reading and writing.
// expect: violated
// kverify: block=256
__global__ void one_buffer(const float2 *in, float2 *out)
{
    __shared__ float2 point[POINTS];
    int t = threadIdx.x;
    point[t] = in[blockIdx.x * POINTS + t];
    point[t + THREADS] = in[blockIdx.x * POINTS + t + THREADS];
    __syncthreads();

    for (int span = 1; span < POINTS; span *= 2) {
        int k = t % span;
        float2 a = point[t]; // @a
        float2 b = multiply(point[t + THREADS], root(k, 2 * span)); // @b
        int at = (t / span) * 2 * span + k;
        point[at] = make_float2(a.x + b.x, a.y + b.y);
        //~ data-race block shared read-write with @a
        //~ data-race block shared read-write with @b
        point[at + span] = make_float2(a.x - b.x, a.y - b.y);
        //~ data-race block shared read-write with @a
        //~ data-race block shared read-write with @b
        __syncthreads();
    }
    out[blockIdx.x * POINTS + t] = point[t];
    out[blockIdx.x * POINTS + t + THREADS] = point[t + THREADS];
}

// The last stage's results are copied out by other threads than wrote them, without a barrier.
// expect: violated
// kverify: block=256
__global__ void no_barrier_at_the_end(float2 *data)
{
    __shared__ float2 point[POINTS];
    int t = threadIdx.x;
    float2 *mine = data + blockIdx.x * POINTS;
    point[t] = mine[t];
    point[t + THREADS] = mine[t + THREADS];
    __syncthreads();

    int at = 2 * t;
    float2 a = point[at];
    float2 b = point[at + 1];
    point[at] = make_float2(a.x + b.x, a.y + b.y); // @sum
    point[at + 1] = make_float2(a.x - b.x, a.y - b.y); // @difference

    mine[t] = point[t];
    //~ data-race block shared read-write with @sum
    //~ data-race block shared read-write with @difference
    mine[t + THREADS] = point[t + THREADS];
    //~ data-race block shared read-write with @sum
    //~ data-race block shared read-write with @difference
}
