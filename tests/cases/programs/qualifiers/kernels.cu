// kverify-test: host=project
// What a definition says of its parameters themselves is no part of what a prototype declares.

// expect: proved
__global__ void halved(float *__restrict__ out, const float *const __restrict__ in, const int n)
{
    out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x] / 2 + n + blockIdx.x;
}

// expect: violated
__global__ void shared_by_two(float *out, float *const in, const int n)
{
    out[blockIdx.x * 16 + threadIdx.x] = in[threadIdx.x] + blockIdx.x; //~ data-race grid global write-write
}
