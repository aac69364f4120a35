// kverify-test: host=project
// The host says with which macros the text is built; the text has what they are else.
#include <CL/cl.h>

static const char *text =
    "#ifndef ROW\n"
    "#define ROW 32\n"
    "#endif\n"
    // Groups of 64 in rows of 32.
    // expect: violated
    "__kernel void wrong(__global float *a)\n"
    "{\n"
    "    a[get_group_id(0) * ROW / 2 + get_local_id(0)] = get_group_id(0);\n" //~ data-race grid global write-write
    "}\n"
    // expect: proved
    "__kernel void right(__global float *a, __local float *t)\n"
    "{\n"
    "    t[get_local_id(0)] = get_group_id(0);\n"
    "#ifdef WAIT\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "#endif\n"
    "    a[get_global_id(0)] = t[get_local_id(0) ^ 1];\n"
    "}\n";

int main(void)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, NULL, NULL, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    clBuildProgram(program, 0, NULL, "-DROW=64 " "-D WAIT", NULL, NULL);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL, &error);
    size_t global = 1024, local = 64;
    cl_kernel wrong = clCreateKernel(program, "wrong", &error);
    clSetKernelArg(wrong, 0, sizeof a, &a);
    clEnqueueNDRangeKernel(queue, wrong, 1, NULL, &global, &local, 0, NULL, NULL);
    cl_kernel right = clCreateKernel(program, "right", &error);
    clSetKernelArg(right, 0, sizeof a, &a);
    clSetKernelArg(right, 1, 256, NULL);
    clEnqueueNDRangeKernel(queue, right, 1, NULL, &global, &local, 0, NULL, NULL);
    return 0;
}
