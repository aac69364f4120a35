#include <CL/cl.h>
void run(cl_program program, cl_command_queue queue, cl_mem a)
{
    cl_int error;
    size_t global = 1024, local = 32;
    cl_kernel lost = clCreateKernel(program, "lost", &error);
    clSetKernelArg(lost, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, lost, 1, NULL, &global, &local, 0, NULL, NULL);
    settings.launch(queue, lost, 64);
}
