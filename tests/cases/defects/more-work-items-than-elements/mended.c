// Both are.
#include <CL/cl.h>

// kverify-test: host=project
// expect: proved
const char *source = "__kernel void as_many(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_context context, cl_command_queue queue, cl_program program)
{
    cl_kernel ones = clCreateKernel(program, "as_many", 0);
    const size_t local = 256, size = 1024;
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, size * sizeof(int), 0, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, &local, 0, 0, 0);
    clFinish(queue);
    clReleaseMemObject(a);
}
