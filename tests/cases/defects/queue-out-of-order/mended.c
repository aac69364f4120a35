// An event holds them apart.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_context context, cl_device_id device, cl_program program, cl_mem a, int *host)
{
    cl_kernel ones = clCreateKernel(program, "ones", 0);
    const size_t size = 1024;
    cl_event filled;
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0);
    clSetKernelArg(ones, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, 0, 0, 0, &filled);
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, size * sizeof(int), host, 1, &filled, 0);
    clReleaseEvent(filled);
    clReleaseCommandQueue(queue);
}
