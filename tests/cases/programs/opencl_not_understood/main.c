#include "common.h"
cl_kernel shared_object;

int main(void)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    cl_program program = clCreateProgramWithIL(context, NULL, 0, &error);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL, &error);
    size_t global = 1024, local = 32;

    cl_kernel by_wrapper = load(program, "by_wrapper");
    clSetKernelArg(by_wrapper, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, by_wrapper, 1, NULL, &global, &local, 0, NULL, NULL);

    shared_object = clCreateKernel(program, "shared_object", &error);
    clSetKernelArg(shared_object, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, shared_object, 1, NULL, &global, &local, 0, NULL, NULL);
    launch_more(queue);

    cl_kernel copied = clCreateKernel(program, "copied", &error);
    cl_kernel other = copied;
    size_t larger = 64;
    clSetKernelArg(copied, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, copied, 1, NULL, &global, &local, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, other, 1, NULL, &global, &larger, 0, NULL, NULL);

    size_t changed[1] = {32};
    cl_kernel size_elsewhere = clCreateKernel(program, "size_elsewhere", &error);
    clSetKernelArg(size_elsewhere, 0, sizeof a, &a);
    choose_size(changed);
    clEnqueueNDRangeKernel(queue, size_elsewhere, 1, NULL, &global, changed, 0, NULL, NULL);
    return 0;
}
