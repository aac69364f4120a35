// Without one the call waits.
#include <CL/cl.h>

// expect: proved
const char *source = "__kernel void ones(__global int *a) { a[get_global_id(0)] = get_global_id(0); }";

cl_kernel run(cl_program program, cl_device_id device)
{
    clBuildProgram(program, 1, &device, "", 0, 0);
    return clCreateKernel(program, "ones", 0);
}
