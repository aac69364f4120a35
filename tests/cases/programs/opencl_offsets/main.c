// kverify-test: host=project
// Offsets that are none, and offsets that a loop counts; one buffer for what is constant and for what is written.
#include <CL/cl.h>

static const char *text =
    // expect: proved
    "__kernel void up_to(__global int *out)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    out[i < 2000 ? i : 2000] = get_local_id(0);\n"
    "}\n"
    // Right: a thousand and more are never reached.
    // expect: proved
    // today: suspect, because the counter of a loop is not followed where its address is handed over
    "__kernel void in_parts(__global const int *in, __global int *out)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    if (i >= 1024)\n"
    "        out[0] = i;\n"
    "    else\n"
    "        out[i] = in[i];\n"
    "}\n"
    // expect: violated
    "__kernel void moved(__constant int *in, __global int *out)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    out[i + 1] = in[i];\n" //~ data-race block global read-write
    "}\n"
    // expect: proved
    "__kernel void copied(__constant int *in, __global int *out)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    out[i + 1] = in[i];\n"
    "}\n";

int main(void)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 8192 * sizeof(cl_int), NULL, &error);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, 8192 * sizeof(cl_int), NULL, &error);
    size_t global = 1024, part = 256, local = 64;
    size_t *none = NULL;
    cl_kernel up_to = clCreateKernel(program, "up_to", &error);
    clSetKernelArg(up_to, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, up_to, 1, none, &global, &local, 0, NULL, NULL);
    cl_kernel in_parts = clCreateKernel(program, "in_parts", &error);
    clSetKernelArg(in_parts, 0, sizeof a, &a);
    clSetKernelArg(in_parts, 1, sizeof b, &b);
    for (size_t offset = 0; offset < 1024; offset += 256)
        clEnqueueNDRangeKernel(queue, in_parts, 1, &offset, &part, &local, 0, NULL, NULL);
    cl_kernel moved = clCreateKernel(program, "moved", &error);
    clSetKernelArg(moved, 0, sizeof a, &a);
    clSetKernelArg(moved, 1, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, moved, 1, NULL, &local, &local, 0, NULL, NULL);
    cl_kernel copied = clCreateKernel(program, "copied", &error);
    clSetKernelArg(copied, 0, sizeof a, &a);
    clSetKernelArg(copied, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(queue, copied, 1, NULL, &global, &local, 0, NULL, NULL);
    clFinish(queue);
    return 0;
}
