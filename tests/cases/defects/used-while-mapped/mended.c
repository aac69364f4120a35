// Unmapped first.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

int run(cl_command_queue queue, cl_program program, cl_mem a)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    const size_t size = 64;
    int *mapped = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, 64 * sizeof(int), 0, 0, 0, 0);
    int first = mapped[0];
    clEnqueueUnmapMemObject(queue, a, mapped, 0, 0, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, 0, 0, 0, 0);
    clFinish(queue);
    return first;
}
