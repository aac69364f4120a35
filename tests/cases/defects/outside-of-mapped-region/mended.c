// As far as it goes.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void run(cl_command_queue queue, cl_mem a)
{
    int *mapped = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_WRITE, 0, 64 * sizeof(int), 0, 0, 0, 0);
    for (int i = 0; i < 64; ++i)
        mapped[i] = i;
    clEnqueueUnmapMemObject(queue, a, mapped, 0, 0, 0);
    clFinish(queue);
}
