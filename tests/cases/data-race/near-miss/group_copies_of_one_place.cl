// Copies of several iterations to places of their own.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void rows(__global int *out, __global const int *in)
{
    __local int a[256];
    event_t all = 0;
    int i = 0;
    do {
        all = async_work_group_copy(a + 64 * i, in + 64 * i, 64, all);
        i++;
    } while (i < 4);
    wait_group_events(1, &all);
    out[get_local_id(0)] = a[255 - get_local_id(0)];
}

// One element too many in each.
// expect: violated
__kernel void overlapping_rows(__global int *out, __global const int *in)
{
    __local int a[257];
    event_t all = 0;
    int i = 0;
    do {
        all = async_work_group_copy(a + 64 * i, in + 128 * i, 65, all); //~ data-race block shared write-write
        i++;
    } while (i < 4);
    wait_group_events(1, &all);
    out[get_local_id(0)] = a[255 - get_local_id(0)];
}
