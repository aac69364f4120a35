// expect: proved
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void kept_by_work_groups(__global int *out, __global const int *in)
{
    int i = get_global_id(0);
    int keep = in[i] != 0;
    int place = work_group_scan_exclusive_add(keep);
    if (keep)
        out[get_group_id(0) * 64 + place] = i;
}

// expect: proved
__kernel void kept_by_sub_groups(__global int *out, __global int *count, __global const int *in)
{
    int i = get_global_id(0);
    int keep = in[i] > 0, start = 0;
    int place = sub_group_scan_exclusive_add(keep), all = sub_group_reduce_add(keep);
    if (get_sub_group_local_id() == 0)
        start = atomic_add(count, all);
    start = sub_group_broadcast(start, 0);
    if (keep)
        out[start + place] = i;
}

// Each has as many places as it asks for.
// expect: proved
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void several_each(__global int *out, __global const uchar *in)
{
    int i = get_global_id(0);
    int many = in[i] & 3;
    int place = work_group_scan_inclusive_add(many) - many;
    for (int k = 0; k < many; k++)
        out[get_group_id(0) * 192 + place + k] = i;
}
