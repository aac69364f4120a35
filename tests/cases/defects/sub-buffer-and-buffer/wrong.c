// CARP 4.1: two queues write a buffer and a part of it.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_context context, cl_device_id cpu, cl_device_id gpu, cl_program program, cl_mem whole)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    cl_command_queue one = clCreateCommandQueue(context, cpu, 0, 0), two = clCreateCommandQueue(context, gpu, 0, 0);
    const size_t size = 1024;
    cl_buffer_region region = {0, size * sizeof(int)};
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &whole);
    clEnqueueNDRangeKernel(one, ones, 1, 0, &size, 0, 0, 0, 0); // @first
    clSetKernelArg(ones, 0, sizeof(cl_mem), &part);
    clEnqueueNDRangeKernel(two, ones, 1, 0, &size, 0, 0, 0, 0); //~ inter-kernel-race with @first
    clFinish(one);
    clFinish(two);
    clReleaseMemObject(part);
}
