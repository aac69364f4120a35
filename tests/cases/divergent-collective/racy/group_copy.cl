// A group's copy is everybody's: it must be reached by all, and with the same arguments.
// kverify-test: block=64 grid=2

// expect: violated
__kernel void some(__global const int *in)
{
    __local int a[64];
    event_t e = 0;
    if (get_local_id(0) < 32)
        e = async_work_group_copy(a, in, 64, 0); //~ divergent-collective
}

// expect: violated
__kernel void different(__global const int *in)
{
    __local int a[64];
    event_t e = async_work_group_copy(a, in + get_local_id(0), 1, 0); //~ divergent-collective
    wait_group_events(1, &e);
}
