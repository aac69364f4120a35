// It is mapped.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_context context, cl_command_queue queue, cl_program program, int *data)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    const size_t size = 1024;
    cl_mem a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, size * sizeof(int), data, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, 0, 0, 0, 0);
    void *mapped = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, size * sizeof(int), 0, 0, 0, 0);
    clEnqueueUnmapMemObject(queue, a, mapped, 0, 0, 0);
    clFinish(queue);
    clReleaseMemObject(a);
}
