// The same loops for all.
// kverify-test: block=4 grid=1

// expect: proved
__kernel void rounds(__global int *out)
{
    const uint me = get_local_id(0);
    int met = 0;
    for (int i = 0; i < 3; ++i) {
        barrier(CLK_LOCAL_MEM_FENCE);
        ++met;
    }
    out[me] = met;
}
