// CARP 4.2: the global size is rounded up, the buffer is not.
#include <CL/cl.h>

// kverify-test: host=project
// expect: violated
const char *source = "__kernel void rounded_up(__global int *a) { a[get_global_id(0)] = get_global_id(0); }"; //~ out-of-bounds

void run(cl_context context, cl_command_queue queue, cl_program program)
{
    cl_kernel ones = clCreateKernel(program, "rounded_up", 0);
    const size_t local = 256, size = 1024;
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 1000 * sizeof(int), 0, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, &local, 0, 0, 0);
    clFinish(queue);
    clReleaseMemObject(a);
}
