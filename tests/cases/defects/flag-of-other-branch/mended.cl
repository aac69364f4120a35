// A barrier does it.
// kverify-test: block=64 grid=1 lockstep=32

// expect: proved
__kernel void hand_over(volatile __global int *flag, __global int *out)
{
    if (get_local_id(0) == 0)
        atomic_xchg(flag, 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_local_id(0)] = 1;
}
