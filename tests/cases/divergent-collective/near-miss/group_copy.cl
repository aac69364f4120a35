// All threads of a group come to the copy with the same arguments; other groups may copy something else, or nothing.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global const int *in, __global int *out, int rounds)
{
    __local int a[64];
    if (get_group_id(0) == 0) {
        for (int i = 0; i < rounds; ++i) {
            event_t e = async_work_group_copy(a, in + 64 * i, 64, 0);
            wait_group_events(1, &e);
            barrier(CLK_LOCAL_MEM_FENCE);
            out[get_local_id(0)] += a[63 - get_local_id(0)];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
}
