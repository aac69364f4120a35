// kverify-test: host=project
// Groups of 64.
#include <CL/cl.h>

static const char *text =
    // expect: violated
    "__kernel void put(__global float *a)\n"
    "{\n"
    "    a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0);\n" //~ data-race grid global write-write
    "}\n";

int main(void)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL, &error);
    size_t global = 1024, local = 64;
    cl_kernel put = clCreateKernel(program, "put", &error);
    clSetKernelArg(put, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, put, 1, NULL, &global, &local, 0, NULL, NULL);
    return 0;
}
