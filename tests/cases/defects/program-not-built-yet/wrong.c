// CARP 4.2: with a callback the program is built while the host goes on, and a kernel is made of it too early.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

void built(cl_program program, void *data) { *(int *)data = 1; }

cl_kernel run(cl_program program, cl_device_id device)
{
    static int done;
    clBuildProgram(program, 1, &device, "", built, &done); // @build
    return clCreateKernel(program, "ones", 0); //~ program-not-built with @build
}
