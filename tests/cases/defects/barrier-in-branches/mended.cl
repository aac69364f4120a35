// One barrier for all.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void halves(__global int *a)
{
    const uint me = get_local_id(0);
    if (me >= 10)
        a[me] = me;
    barrier(CLK_GLOBAL_MEM_FENCE);
}
