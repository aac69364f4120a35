// CL-Vis: the loop's end depends on memory that nothing changes.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void wait(__global const int *flag, __global int *out)
{
    while (flag[0] == 0) { } //~ non-terminating-loop
    out[get_local_id(0)] = 1;
}
