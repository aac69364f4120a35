// Copies of the work-group that are waited for one by one: which are done after the first wait is not followed, and no race is claimed.
// kverify-test: block=64 grid=2

// expect: unknown
__kernel void one_by_one(__global const float *in, __global float *out)
{
    __local float s[64], r[64];
    int l = get_local_id(0);
    event_t first = async_work_group_copy(s, in, 64, 0);
    event_t second = async_work_group_copy(r, in + 64, 64, 0);
    wait_group_events(1, &first);
    float v = s[63 - l];
    wait_group_events(1, &second);
    out[get_global_id(0)] = v + r[63 - l];
}

// expect: proved
__kernel void both(__global const float *in, __global float *out)
{
    __local float s[64], r[64];
    int l = get_local_id(0);
    event_t first = async_work_group_copy(s, in, 64, 0);
    event_t second = async_work_group_copy(r, in + 64, 64, 0);
    wait_group_events(1, &first);
    wait_group_events(1, &second);
    out[get_global_id(0)] = s[63 - l] + r[63 - l];
}
