// Queues that may change the order, and parts of a buffer in two queues.
#include <CL/cl.h>
#include <string.h>
#include <stdlib.h>
// expect: proved
const char *text = "__kernel void add(__global int *a, __global const int *b) { int i = get_global_id(0); a[i] += b[i]; }"
 "__kernel void init(__global int *a) { a[get_global_id(0)] = 1; }";
void whole(cl_context context, cl_device_id device, cl_program program, int n)
{
    cl_int err = CL_SUCCESS;
    cl_command_queue_properties props = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    cl_command_queue q = clCreateCommandQueue(context, device, props, &err);
    if (!q || err) return;
    cl_kernel add = clCreateKernel(program, "add", &err), init = clCreateKernel(program, "init", &err);
    size_t bytes = n * sizeof(int), global[1] = {(size_t)n};
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &err);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);
    cl_event events[3], mapped, barrier;
    int zero = 0;
    clEnqueueFillBuffer(q, a, &zero, sizeof zero, 0, bytes, 0, NULL, &events[0]);
    clSetKernelArg(init, 0, sizeof(cl_mem), &b);
    clEnqueueNDRangeKernel(q, init, 1, NULL, global, NULL, 0, NULL, &events[1]);
    clSetKernelArg(add, 0, sizeof(cl_mem), &a);
    clSetKernelArg(add, 1, sizeof(cl_mem), &b);
    clEnqueueNDRangeKernel(q, add, 1, NULL, global, NULL, 2, events, &events[2]);
    int *p = (int *)clEnqueueMapBuffer(q, a, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 1, &events[2], &mapped, &err);
    clWaitForEvents(1, &mapped);
    for (int i = 0; i < n; i++) p[i] += 1;
    memset(p, 0, bytes);
    clEnqueueUnmapMemObject(q, a, p, 0, NULL, &mapped);
    clEnqueueBarrierWithWaitList(q, 0, NULL, &barrier);
    clEnqueueNDRangeKernel(q, add, 1, NULL, global, NULL, 0, NULL, NULL);
    clEnqueueBarrier(q);
    clEnqueueCopyBuffer(q, a, b, 0, 0, bytes, 0, NULL, NULL);
    clEnqueueMarker(q, &barrier);
    clWaitForEvents(1, &barrier);
    clFinish(q);
    clReleaseMemObject(a); clReleaseMemObject(b);
    clReleaseKernel(add); clReleaseKernel(init); clReleaseCommandQueue(q);
}
void halves(cl_context context, cl_device_id one, cl_device_id two, cl_program program, int *data)
{
    cl_int err;
    const size_t n = 1024, half = n / 2, off = half;
    cl_command_queue q[2] = {clCreateCommandQueue(context, one, 0, &err), clCreateCommandQueue(context, two, 0, &err)};
    cl_kernel init = clCreateKernel(program, "init", &err);
    cl_mem a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, n * sizeof(int), data, &err);
    clSetKernelArg(init, 0, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(q[0], init, 1, NULL, &half, NULL, 0, NULL, NULL);
    clEnqueueNDRangeKernel(q[1], init, 1, &off, &half, NULL, 0, NULL, NULL);
    clFinish(q[0]); clFinish(q[1]);
    cl_mem part[2];
    for (int i = 0; i < 2; i++) {
        cl_buffer_region r = {i * half * sizeof(int), half * sizeof(int)};
        part[i] = clCreateSubBuffer(a, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &r, &err);
        clSetKernelArg(init, 0, sizeof(cl_mem), &part[i]);
        clEnqueueNDRangeKernel(q[i], init, 1, NULL, &half, NULL, 0, NULL, NULL);
    }
    for (int i = 0; i < 2; i++) clFinish(q[i]);
    void *p = clEnqueueMapBuffer(q[0], a, CL_TRUE, CL_MAP_READ, 0, n * sizeof(int), 0, NULL, NULL, &err);
    if (p) ((int *)p)[0]++;
    clEnqueueUnmapMemObject(q[0], a, p, 0, NULL, NULL);
    clFinish(q[0]);
    for (int i = 0; i < 2; i++) { clReleaseMemObject(part[i]); clReleaseCommandQueue(q[i]); }
    clReleaseMemObject(a);
    clReleaseKernel(init);
}
