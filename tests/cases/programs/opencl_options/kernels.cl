// kverify-test: host=project
// The host code has the kernels compiled with a macro that is not told here: what it launches are other kernels.
#ifndef WIDTH
#define WIDTH 64
#endif

// Groups of 32 are right for 64 places each, but that is not what is built.
// expect: violated
__kernel void of_macro(__global float *a)
{
    a[get_group_id(0) * WIDTH + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
}
