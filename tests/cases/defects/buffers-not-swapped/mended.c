// Swapped in the last pass too.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void copy(__global const int *a, __global int *b) { b[get_global_id(0)] = a[get_global_id(0)]; }";

void run(cl_command_queue queue, cl_kernel copy, cl_mem a, cl_mem b, int *result)
{
    const size_t size = 1024;
    for (int pass = 0; pass < 7; ++pass) {
        clSetKernelArg(copy, 0, sizeof(cl_mem), &a);
        clSetKernelArg(copy, 1, sizeof(cl_mem), &b);
        clEnqueueNDRangeKernel(queue, copy, 1, 0, &size, 0, 0, 0, 0);
        cl_mem other = a;
        a = b;
        b = other;
    }
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, size * sizeof(int), result, 0, 0, 0);
}
