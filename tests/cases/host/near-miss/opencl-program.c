// A whole program: checked calls, events for the time, buffers in turn.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(e)                                                       \
    do {                                                               \
        cl_int result = (e);                                           \
        if (result != CL_SUCCESS) {                                    \
            fprintf(stderr, "%s:%d: %d\n", __FILE__, __LINE__, result); \
            exit(1);                                                   \
        }                                                              \
    } while (0)

// expect: proved
const char *source =
    "__kernel void step(__global const float *in, __global float *out, int n) {\n"
    "    int i = get_global_id(0);\n"
    "    if (i > 0 && i < n - 1)\n"
    "        out[i] = 0.5f * (in[i - 1] + in[i + 1]);\n"
    "    else if (i < n)\n"
    "        out[i] = in[i];\n"
    "}\n";

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024, steps = 100;
    cl_int error;
    cl_platform_id platform;
    cl_device_id device;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    CHECK(error);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    CHECK(error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    CHECK(error);
    error = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    if (error != CL_SUCCESS) {
        size_t length;
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
        char *log = malloc(length);
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, log, NULL);
        puts(log);
        free(log);
        return 1;
    }
    cl_kernel kernel = clCreateKernel(program, "step", &error);
    CHECK(error);
    float *values = malloc(n * sizeof *values);
    for (int i = 0; i < n; i++)
        values[i] = i;
    cl_mem buffers[2];
    for (int b = 0; b < 2; b++) {
        buffers[b] = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof(float), NULL, &error);
        CHECK(error);
    }
    CHECK(clEnqueueWriteBuffer(queue, buffers[0], CL_TRUE, 0, n * sizeof(float), values, 0, NULL, NULL));
    size_t local = 64, global = (n + local - 1) / local * local;
    double total = 0;
    for (int s = 0; s < steps; s++) {
        cl_event event;
        cl_ulong start, end;
        CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[s % 2]));
        CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[1 - s % 2]));
        CHECK(clSetKernelArg(kernel, 2, sizeof(int), &n));
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &event));
        CHECK(clWaitForEvents(1, &event));
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
        total += end - start;
        clReleaseEvent(event);
    }
    CHECK(clEnqueueReadBuffer(queue, buffers[steps % 2], CL_TRUE, 0, n * sizeof(float), values, 0, NULL, NULL));
    for (int i = 0; i < n; i++)
        printf("%f\n", values[i]);
    printf("%f ns\n", total);
    for (int b = 0; b < 2; b++)
        clReleaseMemObject(buffers[b]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(values);
    return 0;
}
