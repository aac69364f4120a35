// CARP 3.2, figure 3.6: as many barriers for all, but in different iterations of the inner and the outer loop.
// kverify-test: block=4 grid=1

// expect: violated
__kernel void rounds(__global int *out)
{
    const uint me = get_local_id(0);
    const int outer = me ? 1 : 3, inner = me ? 3 : 1;
    int met = 0;
    for (int i = 0; i < outer; ++i)
        for (int j = 0; j < inner; ++j) {
            barrier(CLK_LOCAL_MEM_FENCE); //~ barrier-divergence
            ++met;
        }
    out[me] = met;
}
