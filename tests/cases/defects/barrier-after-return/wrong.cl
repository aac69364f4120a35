// synccheck, CARP 3.2: some work-items leave the kernel before a barrier.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void leave_early(__global int *a, __local int *s)
{
    const uint me = get_local_id(0);
    if (me >= 60)
        return;
    s[me] = a[me];
    barrier(CLK_LOCAL_MEM_FENCE); //~ barrier-divergence with exit
    a[me] = s[me];
}
