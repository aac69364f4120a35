// Each copy has an event of its own, and only the first is waited for.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void k(__global int *out, __global const int *p, __global const int *q)
{
    __local int a[64];
    __local int b[64];
    event_t first = async_work_group_copy(a, p + 64 * get_group_id(0), 64, 0);
    event_t second = async_work_group_copy(b, q + 64 * get_group_id(0), 64, 0); // @copy
    wait_group_events(1, &first);
    out[get_global_id(0)] = b[get_local_id(0)]; //~ data-race block shared read-write with @copy
    wait_group_events(1, &second);
}

// The first event is waited for twice, and the second copy never.
// expect: violated
// today: unknown, because a wait for events that were waited for before is not modelled
__kernel void first_one_twice(__global int *out, __global const int *p, __global const int *q)
{
    __local int a[64];
    __local int b[64];
    event_t first = async_work_group_copy(a, p + 64 * get_group_id(0), 64, 0);
    event_t second = async_work_group_copy(b, q + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &first);
    wait_group_events(1, &first);
    out[get_global_id(0)] = b[get_local_id(0)];
}
