// All ask the same one.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void spread(__global int *a)
{
    const uint me = get_local_id(0);
    a[me] = work_group_broadcast(a[me], 3);
}
