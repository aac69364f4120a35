// It waits.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

int run(cl_command_queue queue, cl_mem image)
{
    const size_t origin[3] = {0, 0, 0}, region[3] = {8, 8, 1};
    int host[64];
    clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, host, 0, 0, 0);
    return host[0];
}
