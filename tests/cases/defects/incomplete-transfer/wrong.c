// CARP 4.1: the host changes memory that is still being copied to the device.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_command_queue queue, cl_mem a)
{
    int data[64] = {1, 2, 3};
    clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, sizeof(data), data, 0, 0, 0); // @copy
    data[0] = -100; //~ host-device-race with @copy
    clFinish(queue);
}
