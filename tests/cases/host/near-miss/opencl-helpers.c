// Objects at file scope, helper functions, two queues that events order, and a half that is still on its way while the host reads the other.
#include <CL/cl.h>
#include <stdlib.h>
static cl_context context; static cl_command_queue copies, compute; static cl_program program; static cl_kernel scale, sum;
static cl_mem in, out;
// expect: proved
static const char *text = "__kernel void scale(__global const float *in, __global float *out, float f) { int i = get_global_id(0); out[i] = f * in[i]; }\n"
"__kernel void sum(__global const float *in, __global float *out) { if (get_global_id(0) == 0) { float s = 0; for (int i = 0; i < 1024; i++) s += in[i]; out[0] = s; } }";
static void die(cl_int e) { if (e != CL_SUCCESS) abort(); }
static cl_kernel kernel(const char *name) { cl_int e; cl_kernel k = clCreateKernel(program, name, &e); die(e); return k; }
static cl_mem buffer(cl_mem_flags flags, size_t bytes) { cl_int e; cl_mem m = clCreateBuffer(context, flags, bytes, NULL, &e); die(e); return m; }
static void setup(cl_device_id device)
{
    cl_int e;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &e); die(e);
    copies = clCreateCommandQueue(context, device, 0, &e); die(e);
    compute = clCreateCommandQueue(context, device, 0, &e); die(e);
    program = clCreateProgramWithSource(context, 1, &text, NULL, &e); die(e);
    die(clBuildProgram(program, 0, NULL, "-cl-fast-relaxed-math", NULL, NULL));
    scale = kernel("scale"); sum = kernel("sum");
    in = buffer(CL_MEM_READ_ONLY, 1024 * sizeof(float));
    out = buffer(CL_MEM_WRITE_ONLY, 1024 * sizeof(float));
}
static void run(const float *h, float *r)
{
    cl_event sent, done;
    size_t n = 1024; float f = 2;
    die(clEnqueueWriteBuffer(copies, in, CL_FALSE, 0, n * sizeof(float), h, 0, NULL, &sent));
    die(clFlush(copies));
    die(clSetKernelArg(scale, 0, sizeof in, &in));
    die(clSetKernelArg(scale, 1, sizeof out, &out));
    die(clSetKernelArg(scale, 2, sizeof f, &f));
    die(clEnqueueNDRangeKernel(compute, scale, 1, NULL, &n, NULL, 1, &sent, &done));
    die(clFlush(compute));
    cl_event half[2];
    die(clEnqueueReadBuffer(copies, out, CL_FALSE, 0, n / 2 * sizeof(float), r, 1, &done, &half[0]));
    die(clEnqueueReadBuffer(copies, out, CL_FALSE, n / 2 * sizeof(float), n / 2 * sizeof(float), r + n / 2, 1, &done, &half[1]));
    die(clWaitForEvents(1, &half[0]));
    float s = 0;
    for (size_t i = 0; i < n / 2; i++) s += r[i];
    die(clWaitForEvents(1, &half[1]));
    for (size_t i = n / 2; i < n; i++) s += r[i];
    r[0] = s;
    clReleaseEvent(sent); clReleaseEvent(done); clReleaseEvent(half[0]); clReleaseEvent(half[1]);
}
static void teardown(void)
{
    clReleaseMemObject(in); clReleaseMemObject(out); clReleaseKernel(scale); clReleaseKernel(sum);
    clReleaseProgram(program); clReleaseCommandQueue(copies); clReleaseCommandQueue(compute); clReleaseContext(context);
}
int main(void)
{
    cl_platform_id platforms[4]; cl_uint count; cl_device_id device;
    die(clGetPlatformIDs(4, platforms, &count));
    for (cl_uint i = 0; i < count; i++)
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 1, &device, NULL) == CL_SUCCESS) break;
    setup(device);
    float *h = malloc(1024 * sizeof(float)), *r = calloc(1024, sizeof(float));
    for (int i = 0; i < 1024; i++) h[i] = i;
    run(h, r);
    h[0] = r[0];
    run(h, r);
    teardown();
    free(h); free(r);
    return 0;
}
