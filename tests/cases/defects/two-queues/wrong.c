// CARP 3.1, figure 3.3: two queues, each in order, share a buffer.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); } "
    "__kernel void copy(__global const int *a, __global int *b) { b[get_global_id(0)] = a[get_global_id(0)]; }";

void run(cl_context context, cl_device_id cpu, cl_device_id gpu, cl_program program, cl_mem a, cl_mem b)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0), copy = clCreateKernel(program, "copy", 0);
    const size_t size = 1024;
    cl_command_queue one = clCreateCommandQueue(context, cpu, 0, 0);
    cl_command_queue two = clCreateCommandQueue(context, gpu, 0, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(one, ones, 1, 0, &size, 0, 0, 0, 0); // @first
    clSetKernelArg(copy, 0, sizeof(cl_mem), &a);
    clSetKernelArg(copy, 1, sizeof(cl_mem), &b);
    clEnqueueNDRangeKernel(two, copy, 1, 0, &size, 0, 0, 0, 0); //~ inter-kernel-race with @first
    clFinish(one);
    clFinish(two);
}
