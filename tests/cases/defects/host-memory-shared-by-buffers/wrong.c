// CARP 4.1: two buffers are made of one piece of host memory, and two queues write them.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_context context, cl_device_id cpu, cl_device_id gpu, cl_program program, int *data)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    cl_command_queue one = clCreateCommandQueue(context, cpu, 0, 0), two = clCreateCommandQueue(context, gpu, 0, 0);
    const size_t size = 1024;
    cl_mem a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, size * sizeof(int), data, 0);
    cl_mem b = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, size * sizeof(int), data, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(one, ones, 1, 0, &size, 0, 0, 0, 0); // @first
    clSetKernelArg(ones, 0, sizeof(cl_mem), &b);
    clEnqueueNDRangeKernel(two, ones, 1, 0, &size, 0, 0, 0, 0); //~ inter-kernel-race with @first
    clFinish(one);
    clFinish(two);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}
