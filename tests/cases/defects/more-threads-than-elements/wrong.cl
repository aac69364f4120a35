// CARP 4.2: more work-items than elements.
// kverify-test: block=256 grid=4 assume="extent(in) == 4000" assume="extent(out) == 4000"

// expect: violated
__kernel void square(__global const float *in, __global float *out)
{
    const size_t me = get_global_id(0);
    out[me] = in[me] * in[me]; //~ out-of-bounds
}
