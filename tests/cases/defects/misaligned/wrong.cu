// memcheck: four numbers at once from an address that is no multiple of 16.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because alignment is not checked
__global__ void quads(const float *in, float4 *out)
{
    out[threadIdx.x] = *reinterpret_cast<const float4 *>(in + threadIdx.x);
}
