// CARP 3.2, CL-Vis listing 4: work-items wait at different barriers.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void halves(__global int *a)
{
    const uint me = get_local_id(0);
    if (me < 10) {
        barrier(CLK_GLOBAL_MEM_FENCE); //~ barrier-divergence with @other
    } else {
        a[me] = me;
        barrier(CLK_GLOBAL_MEM_FENCE); // @other
    }
}
