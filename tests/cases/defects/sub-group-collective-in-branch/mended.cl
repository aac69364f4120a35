// All come.
// kverify-test: block=64 grid=1
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// expect: proved
__kernel void vote(__global int *a)
{
    const uint me = get_local_id(0);
    const int any = sub_group_any(a[me]);
    if (get_sub_group_local_id() < 4)
        a[me] = any;
}
