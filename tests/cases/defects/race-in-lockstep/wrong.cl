// CL-Vis, algorithms 2 and 3: one access of work-items in lock-step meets itself.
// kverify-test: block=32 grid=1 lockstep=32

// expect: violated
__kernel void last(__global int *a, __global int *out)
{
    out[0] = a[get_local_id(0)]; //~ data-race warp global write-write
}
