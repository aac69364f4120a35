// CARP 4.1: the host writes past the region that it mapped.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_command_queue queue, cl_mem a)
{
    int *mapped = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_WRITE, 0, 64 * sizeof(int), 0, 0, 0, 0); // @map
    for (int i = 0; i <= 64; ++i)
        mapped[i] = i; //~ mapped-range with @map
    clEnqueueUnmapMemObject(queue, a, mapped, 0, 0, 0);
    clFinish(queue);
}
