// CL-Vis: a work-item waits for another one of its warp, which waits at the branch's end.
// kverify-test: block=64 grid=1 lockstep=32

// expect: violated
__kernel void hand_over(volatile __global int *flag, __global int *out)
{
    if (get_local_id(0) != 0)
        while (atomic_add(flag, 0) == 0) { } //~ non-terminating-loop
    else
        atomic_xchg(flag, 1);
    out[get_local_id(0)] = 1;
}
