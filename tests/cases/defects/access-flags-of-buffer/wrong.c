// CARP 4.1: a kernel writes a buffer that was made to be read only.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_context context, cl_command_queue queue, cl_program program)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    const size_t size = 1024;
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_ONLY, size * sizeof(int), 0, 0); // @made
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, 0, 0, 0, 0); //~ access-flags with @made
    clFinish(queue);
    clReleaseMemObject(a);
}
