// One after the other, each with its launch.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_command_queue queue, cl_kernel ones, cl_mem *buffers)
{
    const size_t size = 1024;
    for (int i = 0; i < 2; ++i) {
        clSetKernelArg(ones, 0, sizeof(cl_mem), &buffers[i]);
        clEnqueueNDRangeKernel(queue, ones, 1, 0, &size, 0, 0, 0, 0);
    }
    clFinish(queue);
}
