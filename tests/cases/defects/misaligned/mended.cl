// vload4 asks for no more than the element's alignment.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void quads(__global const float *in, __global float4 *out)
{
    const uint me = get_global_id(0);
    out[me] = vload4(0, in + me);
}
