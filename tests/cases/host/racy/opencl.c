// Commands of OpenCL's queues that nothing holds apart, and objects that are used in a way that they are not made for.
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

// expect: proved
const char *text = "__kernel void fill(__global int *a) { a[get_global_id(0)] = 1; }\n"
                   "__kernel void add(__global int *a, __global const int *b) { int i = get_global_id(0); a[i] = a[i] + b[i]; }\n"
                   "__kernel void copy(__global int *a, __global const int *b) { int i = get_global_id(0); a[i] = b[i]; }\n";

#define N 1024

// A helper that makes kernels by their names.
static cl_kernel kernel(cl_program program, const char *name)
{
    cl_int error;
    cl_kernel made = clCreateKernel(program, name, &error);
    if (error != CL_SUCCESS)
        exit(1);
    return made;
}

// The event is the fill's, not the launch's.
void event_of_the_wrong_command(cl_context context, cl_device_id device, cl_program program, int *out)
{
    size_t n = N;
    int zero = 0;
    cl_event filled, launched;
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    cl_kernel fill = kernel(program, "fill");
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(int), NULL, NULL);
    clEnqueueFillBuffer(queue, a, &zero, sizeof zero, 0, N * sizeof(int), 0, NULL, &filled);
    clSetKernelArg(fill, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, fill, 1, NULL, &n, NULL, 1, &filled, &launched); // @launch
    clEnqueueReadBuffer(queue, a, CL_TRUE, 0, N * sizeof(int), out, 1, &filled, NULL); //~ inter-kernel-race with @launch
    clFinish(queue);
    clReleaseMemObject(a);
}

// Properties in a list, as of OpenCL 2.0.
void list_of_properties(cl_context context, cl_device_id device, cl_program program, int *in)
{
    size_t n = N;
    cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, list, NULL);
    cl_kernel copy = kernel(program, "copy");
    cl_mem a = clCreateBuffer(context, CL_MEM_WRITE_ONLY, N * sizeof(int), NULL, NULL);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_ONLY, N * sizeof(int), NULL, NULL);
    clEnqueueWriteBuffer(queue, b, CL_FALSE, 0, N * sizeof(int), in, 0, NULL, NULL); // @send
    clSetKernelArg(copy, 0, sizeof a, &a);
    clSetKernelArg(copy, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, copy, 1, NULL, &n, NULL, 0, NULL, NULL); //~ inter-kernel-race with @send
    clFinish(queue);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}

// A marker orders nothing behind it.
void marker_for_a_barrier(cl_context context, cl_device_id device, cl_mem a, cl_mem b)
{
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    clEnqueueCopyBuffer(queue, a, b, 0, 0, N, 0, NULL, NULL); // @marked
    clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL);
    clEnqueueCopyBuffer(queue, b, a, 0, 4096, N, 0, NULL, NULL); //~ inter-kernel-race with @marked
    clFinish(queue);
}

// The two pieces share their bytes 512 to 1023.
void pieces_that_overlap(cl_context context, cl_device_id one, cl_device_id two, cl_mem a, int *out)
{
    cl_command_queue p = clCreateCommandQueue(context, one, 0, NULL), q = clCreateCommandQueue(context, two, 0, NULL);
    clEnqueueWriteBuffer(p, a, CL_FALSE, 0, 1024, out, 0, NULL, NULL); // @low
    clEnqueueReadBuffer(q, a, CL_TRUE, 512, 1024, out + 1024, 0, NULL, NULL); //~ inter-kernel-race with @low
    clFinish(p);
}

// It flushes, and does not wait.
int flush_for_finish(cl_command_queue queue, cl_mem a)
{
    int first;
    int *out = malloc(N * sizeof(int));
    clEnqueueReadBuffer(queue, a, CL_FALSE, 0, N * sizeof(int), out, 0, NULL, NULL); // @copy
    clFlush(queue);
    first = out[0]; //~ host-device-race with @copy
    clFinish(queue);
    free(out);
    return first;
}

// A map that does not wait.
void mapped_too_early(cl_command_queue queue, cl_mem a)
{
    int *p = clEnqueueMapBuffer(queue, a, CL_FALSE, CL_MAP_WRITE, 0, N * sizeof(int), 0, NULL, NULL, NULL); // @mapped
    p[0] = 1; //~ host-device-race with @mapped
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL);
    clFinish(queue);
}

// The pointer ends with the mapping.
int used_when_unmapped(cl_command_queue queue, cl_mem a)
{
    int *p = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, N * sizeof(int), 0, NULL, NULL, NULL);
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL); // @unmap
    clFinish(queue);
    return p[0]; //~ use-after-free with @unmap
}

// Of as many elements as the caller says.
void one_too_many(cl_command_queue queue, cl_mem a, int n)
{
    float *p = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_WRITE, 0, n * sizeof(float), 0, NULL, NULL, NULL); // @map
    for (int i = 0; i <= n; i++)
        p[i] = 0.0f; //~ mapped-range with @map
    clEnqueueUnmapMemObject(queue, a, p, 0, NULL, NULL);
}

void flags(cl_context context, cl_command_queue queue, cl_program program, int *in)
{
    size_t n = N;
    cl_kernel copy = kernel(program, "copy");
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS, N * sizeof(int), NULL, NULL); // @out
    cl_mem from = clCreateBuffer(context, CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, N * sizeof(int), in, NULL); // @from
    clSetKernelArg(copy, 0, sizeof out, &out);
    clSetKernelArg(copy, 1, sizeof from, &from);
    clEnqueueNDRangeKernel(queue, copy, 1, NULL, &n, NULL, 0, NULL, NULL); //~ access-flags with @out
    //~ access-flags with @from
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, N * sizeof(int), in, 0, NULL, NULL); //~ access-flags with @out
    clReleaseMemObject(out);
    clReleaseMemObject(from);
}

void lifetimes(cl_context context, cl_command_queue queue, cl_program program)
{
    size_t n = N;
    cl_kernel add = kernel(program, "copy");
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(int), NULL, NULL);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(int), NULL, NULL); // @b
    clSetKernelArg(add, 0, sizeof a, &a);
    clSetKernelArg(add, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL); //~ uninitialised-buffer with @b
    clRetainMemObject(a);
    clReleaseMemObject(a);
    clReleaseMemObject(a); // @free
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &n, NULL, 0, NULL, NULL); //~ use-after-free with @free
    //~ uninitialised-buffer with @b
    clFinish(queue);
    clReleaseMemObject(b); // @once
    clReleaseMemObject(b); //~ double-free with @once
}

void sizes(cl_context context, cl_command_queue queue, const int *in)
{
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL); // @a
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 128, 256, in, 0, NULL, NULL); //~ incorrect-transfer with @a
    clReleaseMemObject(a);
}

void leaks(cl_context context, cl_command_queue queue, const int *in)
{
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL); //~ note leak
    clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 256, in, 0, NULL, NULL);
}

void unused(cl_context context)
{
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL); //~ note unused-buffer
    clReleaseMemObject(a);
}
