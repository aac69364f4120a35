// CARP 3.1, figure 3.4: the host reads the result of a copy that it has not waited for.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

int run(cl_command_queue queue, cl_mem a)
{
    int host[64];
    clEnqueueReadBuffer(queue, a, CL_FALSE, 0, sizeof(host), host, 0, 0, 0); // @copy
    int first = host[0]; //~ host-device-race with @copy
    clFinish(queue);
    return first;
}
