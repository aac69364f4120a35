// It waits for the event.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_command_queue queue, cl_mem a)
{
    int data[64] = {1, 2, 3};
    cl_event copied;
    clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, sizeof(data), data, 0, 0, &copied);
    clWaitForEvents(1, &copied);
    data[0] = -100;
    clReleaseEvent(copied);
}
