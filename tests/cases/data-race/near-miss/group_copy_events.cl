// Two copies share one event: waiting for it waits for both.
// kverify-test: block=64 grid=2

// expect: proved
__kernel void k(__global int *out, __global const int *p, __global const int *q)
{
    __local int a[64];
    __local int b[64];
    event_t both = async_work_group_copy(a, p + 64 * get_group_id(0), 64, 0);
    both = async_work_group_copy(b, q + 64 * get_group_id(0), 64, both);
    wait_group_events(1, &both);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a[63 - get_local_id(0)] + b[63 - get_local_id(0)];
}

// One name for two events, each waited for.
// expect: proved
__kernel void one_name(__global int *out, __global const int *p, __global const int *q)
{
    __local int a[64];
    __local int b[64];
    event_t event = async_work_group_copy(a, p + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &event);
    event = async_work_group_copy(b, q + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &event);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a[63 - get_local_id(0)] + b[63 - get_local_id(0)];
}
