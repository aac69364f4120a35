// kverify-test: host=project
// A macro makes a text of the kernels.
#include <CL/cl.h>

#define SOURCE(...) #__VA_ARGS__

static const char *text = SOURCE(
    // expect: proved
    __kernel void right(__global float *a)
    {
        a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0);
    }
    // Groups of 64.
    // expect: violated
    __kernel void wrong(__global float *a)
    {
        a[get_group_id(0) * 32 + get_local_id(0)] = get_group_id(0); //~ data-race grid global write-write
    }
);

int main(void)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL, &error);
    size_t global = 1024, local = 32, larger = 64;
    cl_kernel right = clCreateKernel(program, "right", &error);
    clSetKernelArg(right, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, right, 1, NULL, &global, &local, 0, NULL, NULL);
    cl_kernel wrong = clCreateKernel(program, "wrong", &error);
    clSetKernelArg(wrong, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, wrong, 1, NULL, &global, &larger, 0, NULL, NULL);
    return 0;
}
