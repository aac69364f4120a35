// Unmapped first.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

int run(cl_command_queue queue, cl_kernel ones, cl_mem a)
{
    const size_t size = 64;
    int *mapped = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, 64 * sizeof(int), 0, 0, 0, 0);
    int first = mapped[0];
    clEnqueueUnmapMemObject(queue, a, mapped, 0, 0, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, 0, 0, 0, 0);
    clFinish(queue);
    return first;
}
