// kverify-test: host=project
// Another file hands names to macros that nothing defines: only what is declared there is a kernel.

// expect: proved
__global__ void Scale(float *out, const float *in)
{
    out[blockIdx.x * 64 + threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x + 1];
}

// expect: violated
// today: unknown, because what the macro does is not known
__global__ void Shift(float *out, const float *in)
{
    out[blockIdx.x * 64 + threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x + 1];
}

void run_scale(float *a, float *b) { Scale<<<8, 64>>>(a, b); }
void run_shift(float *a, float *b) { Shift<<<8, 64>>>(a, b); }
