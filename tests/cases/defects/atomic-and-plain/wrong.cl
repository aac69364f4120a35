// CARP 5.1, in OpenCL.
// kverify-test: block=64 grid=1

// expect: violated
__kernel void total(volatile __global int *n, __global int *out)
{
    atomic_add(n, 100); // @add
    out[get_local_id(0)] = n[0]; //~ data-race block global atomic-plain with @add
}
