// What kernels of another file leave alone, and what is not known of a kernel, is no finding.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1024

cl_program build(cl_context context, cl_device_id device, const char *name);

// `copy` only writes `to`: what was there is nobody's matter.
void only_written(cl_context context, cl_device_id device, cl_command_queue queue, float *in, float *out)
{
    size_t n = N;
    cl_kernel copy = clCreateKernel(build(context, device, "kernels/scale.cl"), "copy", NULL);
    cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, N * sizeof(float), NULL, NULL);
    cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY, N * sizeof(float), NULL, NULL);
    clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, N * sizeof(float), in, 0, NULL, NULL);
    clSetKernelArg(copy, 0, sizeof to, &to);
    clSetKernelArg(copy, 1, sizeof from, &from);
    clEnqueueNDRangeKernel(queue, copy, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, to, CL_TRUE, 0, N * sizeof(float), out, 0, NULL, NULL);
    clReleaseMemObject(to);
    clReleaseMemObject(from);
}

// A kernel of a file that is not there may only write.
void not_there(cl_context context, cl_device_id device, cl_command_queue queue, float *out)
{
    size_t n = N;
    cl_kernel fill = clCreateKernel(build(context, device, "kernels/fill.cl"), "fill", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(float), NULL, NULL);
    clSetKernelArg(fill, 0, sizeof x, &x);
    clEnqueueNDRangeKernel(queue, fill, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, x, CL_TRUE, 0, N * sizeof(float), out, 0, NULL, NULL);
    clReleaseMemObject(x);
}

// A build decides what `chosen` does: it may only write.
void built_otherwise(cl_context context, cl_device_id device, cl_command_queue queue, float *out)
{
    size_t n = N;
    cl_kernel chosen = clCreateKernel(build(context, device, "kernels/chosen.cl"), "chosen", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(float), NULL, NULL);
    clSetKernelArg(chosen, 0, sizeof x, &x);
    clEnqueueNDRangeKernel(queue, chosen, 1, NULL, &n, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, x, CL_TRUE, 0, N * sizeof(float), out, 0, NULL, NULL);
    clReleaseMemObject(x);
}
