// CARP D2.2.B, section 4.2: the group copies together, and nobody may look before all is there.

#define SIZE 64

// expect: proved
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
void reverse(__global const float *in, __global float *out)
{
    __local float tile[SIZE];
    event_t copied = async_work_group_copy(tile, in + get_group_id(0) * SIZE, SIZE, 0);
    wait_group_events(1, &copied);
    out[get_global_id(0) - get_global_offset(0)] = tile[SIZE - 1 - get_local_id(0)];
}

// The copy has been started, not waited for.
// expect: violated
__kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
void reverse_too_soon(__global const float *in, __global float *out)
{
    __local float tile[SIZE];
    event_t copied = async_work_group_copy(tile, in + get_group_id(0) * SIZE, SIZE, 0); // @copy
    out[get_global_id(0) - get_global_offset(0)] = tile[SIZE - 1 - get_local_id(0)];
    //~ data-race block shared read-write with @copy
    wait_group_events(1, &copied);
}
