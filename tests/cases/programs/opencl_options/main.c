#include <CL/cl.h>
int main(void)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, &error);
    clBuildProgram(program, 0, NULL, "-cl-fast-relaxed-math -DWIDTH=16", NULL, NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL, &error);
    size_t global = 1024, local = 32;
    cl_kernel of_macro = clCreateKernel(program, "of_macro", &error);
    clSetKernelArg(of_macro, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, of_macro, 1, NULL, &global, &local, 0, NULL, NULL);
    return 0;
}
