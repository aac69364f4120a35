// The last sub-group of a work-group has what is left.
// expect: violated
__kernel __attribute__((reqd_work_group_size(40, 1, 1))) void packed(__local int *s)
{
    int first = get_sub_group_id() * get_sub_group_size();
    s[first + get_sub_group_local_id()] = get_local_id(0); //~ data-race block shared write-write
}

// expect: violated
__kernel __attribute__((reqd_work_group_size(40, 1, 1))) void full_ones(__global int *out)
{
    if (get_sub_group_size() == 32)
        barrier(CLK_LOCAL_MEM_FENCE); //~ barrier-divergence with exit
    out[get_global_id(0)] = 1;
}
