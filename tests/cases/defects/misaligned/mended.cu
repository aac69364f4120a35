// From a multiple of four elements.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void quads(const float *in, float4 *out)
{
    out[threadIdx.x] = *reinterpret_cast<const float4 *>(in + 4 * threadIdx.x);
}
