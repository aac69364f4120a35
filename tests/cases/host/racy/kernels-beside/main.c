// The kernels stand in a file that the program reads when it runs: what they do with their buffers is known all the same.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1024
#define KERNELS "kernels/scale.cl"

static char *contents(const char *name)
{
    FILE *file = fopen(name, "rb");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = (char *)malloc(size + 1);
    fread(text, 1, size, file);
    text[size] = 0;
    fclose(file);
    return text;
}

static cl_program build(cl_context context, cl_device_id device)
{
    const char *text = contents(KERNELS);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    return program;
}

// `copy` reads what nobody wrote.
void not_sent(cl_context context, cl_device_id device, cl_command_queue queue, float *out)
{
    size_t n = N;
    cl_kernel copy = clCreateKernel(build(context, device), "copy", NULL);
    cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(float), NULL, NULL);
    cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(float), NULL, NULL); // @made
    clSetKernelArg(copy, 0, sizeof to, &to);
    clSetKernelArg(copy, 1, sizeof from, &from);
    clEnqueueNDRangeKernel(queue, copy, 1, NULL, &n, NULL, 0, NULL, NULL); //~ uninitialised-buffer with @made
    clEnqueueReadBuffer(queue, to, CL_TRUE, 0, N * sizeof(float), out, 0, NULL, NULL);
    clReleaseMemObject(to);
    clReleaseMemObject(from);
}

// `scale` reads each element before it writes it.
void not_set(cl_context context, cl_device_id device, cl_command_queue queue, float *out)
{
    size_t n = N;
    float by = 2.0f;
    cl_kernel scale = clCreateKernel(build(context, device), "scale", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(float), NULL, NULL); // @x
    clSetKernelArg(scale, 0, sizeof x, &x);
    clSetKernelArg(scale, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, scale, 1, NULL, &n, NULL, 0, NULL, NULL); //~ uninitialised-buffer with @x
    clEnqueueReadBuffer(queue, x, CL_TRUE, 0, N * sizeof(float), out, 0, NULL, NULL);
    clReleaseMemObject(x);
}

// Nothing waits for the copy to the host.
void not_waited_for(cl_context context, cl_device_id device, cl_command_queue queue, float *in)
{
    size_t n = N;
    float by = 2.0f;
    float *out = malloc(N * sizeof(float));
    cl_kernel scale = clCreateKernel(build(context, device), "scale", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(float), NULL, NULL);
    clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, N * sizeof(float), in, 0, NULL, NULL);
    clSetKernelArg(scale, 0, sizeof x, &x);
    clSetKernelArg(scale, 1, sizeof by, &by);
    clEnqueueNDRangeKernel(queue, scale, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, x, CL_FALSE, 0, N * sizeof(float), out, 0, NULL, NULL); // @copy
    out[0] += 1.0f; //~ host-device-race with @copy x2
    clFinish(queue);
    free(out);
    clReleaseMemObject(x);
}

// `copy` writes what kernels may only read.
void read_only(cl_context context, cl_device_id device, cl_command_queue queue, float *in, float *out)
{
    size_t n = N;
    cl_kernel copy = clCreateKernel(build(context, device), "copy", NULL);
    cl_mem to = clCreateBuffer(context, CL_MEM_READ_ONLY, N * sizeof(float), NULL, NULL); // @flags
    cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY, N * sizeof(float), NULL, NULL);
    clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, N * sizeof(float), in, 0, NULL, NULL);
    clSetKernelArg(copy, 0, sizeof to, &to);
    clSetKernelArg(copy, 1, sizeof from, &from);
    clEnqueueNDRangeKernel(queue, copy, 1, NULL, &n, NULL, 0, NULL, NULL); //~ access-flags with @flags
    clEnqueueReadBuffer(queue, to, CL_TRUE, 0, N * sizeof(float), out, 0, NULL, NULL);
    clReleaseMemObject(to);
    clReleaseMemObject(from);
}
