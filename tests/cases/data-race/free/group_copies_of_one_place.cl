// Copies that one place in the source starts, all waited for before anybody looks.
// kverify-test: block=64 grid=1

#define START_TWO(first, second, a, b, from)                                                                           \
    event_t first = async_work_group_copy(a, from, 64, 0);                                                             \
    event_t second = async_work_group_copy(b, from + 64, 64, 0)

// expect: proved
__kernel void both_are_waited_for(__global int *out, __global const int *in)
{
    __local int a[64];
    __local int b[64];
    START_TWO(first, second, a, b, in);
    wait_group_events(1, &first);
    wait_group_events(1, &second);
    out[get_local_id(0)] = a[get_local_id(0)] + b[63 - get_local_id(0)];
}

// expect: proved
__kernel void one_tile_after_the_other(__global float *out, __global const float *in, int n)
{
    __local float a[64];
    float sum = 0;
    for (int i = 0; i < n; i++) {
        event_t event = async_work_group_copy(a, in + 64 * i, 64, 0);
        wait_group_events(1, &event);
        sum += a[63 - get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_local_id(0)] = sum;
}
