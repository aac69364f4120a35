__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void flip(__global int *out, __local int *tile)
{
    int t = get_local_id(0), first = 64 * get_group_id(0);
    out[first + t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[t] = out[first + 63 - t];
    out[first + t + 64 * get_num_groups(0)] = tile[63 - t];
}
