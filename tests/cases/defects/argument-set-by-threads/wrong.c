// CARP 4.2: threads of the host set an argument of one kernel to different values.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_kernel ones, cl_mem *buffers)
{
#pragma omp parallel for
    for (int i = 0; i < 2; ++i) // @threads
        clSetKernelArg(ones, 0, sizeof(cl_mem), &buffers[i]); //~ argument-race with @threads
}
