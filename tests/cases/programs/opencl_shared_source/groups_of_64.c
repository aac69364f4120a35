// kverify-test: host=project
#include <CL/cl.h>

extern const char *load(const char *path);

int main(void)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    const char *text = load("put.cl");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL, &error);
    size_t global = 1024, local = 64;
    cl_kernel put = clCreateKernel(program, "put", &error);
    clSetKernelArg(put, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, put, 1, NULL, &global, &local, 0, NULL, NULL);
    return 0;
}
