// One queue.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_command_queue one, cl_program program, cl_mem whole)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    const size_t size = 1024;
    cl_buffer_region region = {0, size * sizeof(int)};
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &whole);
    clEnqueueNDRangeKernel(one, ones, 1, 0, &size, 0, 0, 0, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &part);
    clEnqueueNDRangeKernel(one, ones, 1, 0, &size, 0, 0, 0, 0);
    clFinish(one);
    clReleaseMemObject(part);
}
