// CARP 4.1: an image is read to the host, which does not wait for it.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

int run(cl_command_queue queue, cl_mem image)
{
    const size_t origin[3] = {0, 0, 0}, region[3] = {8, 8, 1};
    int host[64];
    clEnqueueReadImage(queue, image, CL_FALSE, origin, region, 0, 0, host, 0, 0, 0); // @copy
    int first = host[0]; //~ host-device-race with @copy
    clFinish(queue);
    return first;
}
