// memcheck, in OpenCL: vectors have to lie at multiples of their size.
// kverify-test: block=64 grid=1

// expect: violated
// today: proved, because alignment is not checked
__kernel void quads(__global const float *in, __global float4 *out)
{
    const uint me = get_global_id(0);
    out[me] = *(__global const float4 *)(in + me);
}
