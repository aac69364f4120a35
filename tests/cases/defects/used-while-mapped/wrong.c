// CARP 4.1: a kernel writes a buffer that the host has mapped.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

int run(cl_command_queue queue, cl_program program, cl_mem a)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    const size_t size = 64;
    int *mapped = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, 64 * sizeof(int), 0, 0, 0, 0); // @map
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, 0, 0, 0, 0); // @launch
    //~ host-device-race with @map
    int first = mapped[0]; //~ host-device-race with @launch
    clEnqueueUnmapMemObject(queue, a, mapped, 0, 0, 0);
    clFinish(queue);
    return first;
}
