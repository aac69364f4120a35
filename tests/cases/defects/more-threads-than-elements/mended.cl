// The kernel is told how many there are.
// kverify-test: block=256 grid=4 assume="extent(in) == 4 * n" assume="extent(out) == 4 * n"

// expect: proved
__kernel void square(__global const float *in, __global float *out, uint n)
{
    const size_t me = get_global_id(0);
    if (me < n)
        out[me] = in[me] * in[me];
}
