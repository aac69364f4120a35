// OpenCL takes the amount of a shift modulo the width.
// kverify-test: block=64 grid=1

// expect: proved
__kernel void bit(__global uint *out)
{
    out[get_local_id(0)] = 1u << get_local_id(0);
}
