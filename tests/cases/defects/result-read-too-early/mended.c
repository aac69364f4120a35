// It waits.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

int run(cl_command_queue queue, cl_mem a)
{
    int host[64];
    clEnqueueReadBuffer(queue, a, CL_FALSE, 0, sizeof(host), host, 0, 0, 0);
    clFinish(queue);
    return host[0];
}
