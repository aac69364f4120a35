// All come.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void total(__global int *a)
{
    const uint me = get_local_id(0);
    const int sum = work_group_reduce_add(a[me]);
    if (me < 32)
        a[me] = sum;
}
