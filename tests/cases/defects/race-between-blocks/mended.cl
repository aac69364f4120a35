// What is read is never written.
// kverify-test: block=64 grid=4

// expect: proved
__kernel void shift(__global const int *a, __global int *b)
{
    const uint me = get_global_id(0);
    b[me] = a[me + 1];
}
