// Copies that one place in the source starts are as many as it starts.
// kverify-test: block=64 grid=1

#define START_TWO(first, second, a, b, from)                                                                           \
    event_t first = async_work_group_copy(a, from, 64, 0);                                                             \
    event_t second = async_work_group_copy(b, from + 64, 64, 0)

// expect: violated
__kernel void one_is_waited_for(__global int *out, __global const int *in)
{
    __local int a[64];
    __local int b[64];
    START_TWO(first, second, a, b, in); // @copies
    wait_group_events(1, &first);
    out[get_local_id(0)] = b[get_local_id(0)]; //~ data-race block shared read-write with @copies
    wait_group_events(1, &second);
}

// expect: violated
__kernel void one_target(__global int *out, __global const int *in)
{
    __local int a[64];
    START_TWO(first, second, a, a, in); //~ data-race block shared write-write
    wait_group_events(1, &first);
    wait_group_events(1, &second);
    out[get_local_id(0)] = a[get_local_id(0)];
}

// expect: violated
__kernel void again_and_again(__global int *out, __global const int *in, int n)
{
    __local int a[64];
    event_t all = 0;
    int i = 0;
    do {
        all = async_work_group_copy(a, in + 64 * i, 64, all); //~ data-race block shared write-write
        i++;
    } while (i < n);
    wait_group_events(1, &all);
    out[get_local_id(0)] = a[get_local_id(0)];
}
