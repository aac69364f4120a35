// A branch.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void wait(__global const int *flag, __global int *out)
{
    if (flag[0] != 0)
        out[get_local_id(0)] = 1;
}
