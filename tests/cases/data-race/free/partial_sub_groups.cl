// Sub-groups that are all full, and places by the size that the largest has.
// expect: proved
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void packed(__local int *s)
{
    int first = get_sub_group_id() * get_sub_group_size();
    s[first + get_sub_group_local_id()] = get_local_id(0);
}

// expect: proved
__kernel __attribute__((reqd_work_group_size(40, 1, 1))) void by_the_largest(__local int *s)
{
    int first = get_sub_group_id() * get_max_sub_group_size();
    s[first + get_sub_group_local_id()] = get_local_id(0);
}
