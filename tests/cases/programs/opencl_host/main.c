#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include "names.h"
#include <stdio.h>
#include <stdlib.h>

#define CHECK(e)                                  \
    do {                                          \
        cl_int result = (e);                      \
        if (result != CL_SUCCESS) {               \
            fprintf(stderr, "%d\n", (int)result); \
            exit(1);                              \
        }                                         \
    } while (0)

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    const char *text = "";
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 640 * 480 * sizeof(float), NULL, &error);
    cl_mem small = clCreateBuffer(context, CL_MEM_READ_WRITE, 1024 * sizeof(float), NULL, &error);
    size_t global = 1024, local = 32, larger = 64;

    cl_kernel reversed = clCreateKernel(program, "reversed", &error);
    CHECK(clSetKernelArg(reversed, 0, sizeof(cl_mem), &a));
    CHECK(clEnqueueNDRangeKernel(queue, reversed, 1, NULL, &global, &local, 0, NULL, NULL));

    cl_kernel chosen = clCreateKernel(program, "chosen", &error);
    CHECK(clSetKernelArg(chosen, 0, sizeof(cl_mem), &a));
    CHECK(clEnqueueNDRangeKernel(queue, chosen, 1, NULL, &global, NULL, 0, NULL, NULL));

    cl_kernel two_sizes = clCreateKernel(program, "two_sizes", &error);
    CHECK(clSetKernelArg(two_sizes, 0, sizeof(cl_mem), &a));
    CHECK(clEnqueueNDRangeKernel(queue, two_sizes, 1, NULL, &global, &local, 0, NULL, NULL));
    CHECK(clEnqueueNDRangeKernel(queue, two_sizes, 1, NULL, &global, &larger, 0, NULL, NULL));

    int width = 640, narrow = 500;
    size_t sizes[2] = {640, 480};
    size_t groups[2];
    groups[0] = 16;
    groups[1] = 8;
    cl_kernel image = clCreateKernel(program, "image", &error);
    error = clSetKernelArg(image, 0, sizeof(cl_mem), (void *)&a);
    error |= clSetKernelArg(image, 1, sizeof(int), (void *)&width);
    CHECK(clEnqueueNDRangeKernel(queue, image, 2, NULL, sizes, groups, 0, NULL, NULL));
    cl_kernel overlapping = clCreateKernel(program, "overlapping", &error);
    error = clSetKernelArg(overlapping, 0, sizeof(cl_mem), (void *)&a);
    error |= clSetKernelArg(overlapping, 1, sizeof(int), (void *)&narrow);
    CHECK(clEnqueueNDRangeKernel(queue, overlapping, 2, NULL, sizes, groups, 0, NULL, NULL));

    cl_kernel single = clCreateKernel(program, "single", &error);
    CHECK(clSetKernelArg(single, 0, sizeof(cl_mem), &a));
    CHECK(clEnqueueTask(queue, single, 0, NULL, NULL));

    cl_kernel named = clCreateKernel(program, NAMED, &error);
    CHECK(clSetKernelArg(named, 0, sizeof(cl_mem), &a));
    CHECK(clEnqueueNDRangeKernel(queue, named, 1, NULL, &global, &local, 0, NULL, NULL));

    size_t half = 512, offset = 513;
    cl_kernel behind = clCreateKernel(program, "behind", &error);
    CHECK(clSetKernelArg(behind, 0, sizeof(cl_mem), &small));
    CHECK(clEnqueueNDRangeKernel(queue, behind, 1, &offset, &half, &local, 0, NULL, NULL));
    CHECK(clFinish(queue));
    clReleaseKernel(reversed);
    clReleaseMemObject(a);
    return 0;
}
