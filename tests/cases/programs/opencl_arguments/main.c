#include <CL/cl.h>
#include <stdlib.h>

void set_stride(cl_kernel kernel, int stride) { clSetKernelArg(kernel, 1, sizeof stride, &stride); }

static void launch(cl_command_queue queue, cl_kernel kernel, cl_mem a, int stride)
{
    size_t global = 1024, local = 32;
    clSetKernelArg(kernel, 0, sizeof a, &a);
    clSetKernelArg(kernel, 1, sizeof stride, &stride);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}

static void set_both(cl_kernel kernel, cl_mem out, cl_mem in)
{
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof in, &in);
}

void keep(cl_kernel kernel);

int main(int argc, char **argv)
{
    cl_int error;
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error);
    cl_device_id device;
    clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof device, &device, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    cl_program program = clCreateProgramWithBinary(context, 1, &device, NULL, NULL, NULL, &error);
    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096 * sizeof(cl_float), NULL, &error);
    const size_t global[] = {1024}, local[] = {32};
    int wide = 32, wider = 64, small = 16;

    cl_kernel once = clCreateKernel(program, "once", &error);
    clSetKernelArg(once, 0, sizeof a, &a);
    clSetKernelArg(once, 1, sizeof wide, &wide);
    clEnqueueNDRangeKernel(queue, once, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel too_small = clCreateKernel(program, "too_small", &error);
    clSetKernelArg(too_small, 0, sizeof a, &a);
    clSetKernelArg(too_small, 1, sizeof small, &small);
    clEnqueueNDRangeKernel(queue, too_small, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel in_a_branch = clCreateKernel(program, "in_a_branch", &error);
    clSetKernelArg(in_a_branch, 0, sizeof a, &a);
    clSetKernelArg(in_a_branch, 1, sizeof wide, &wide);
    if (argc > 1)
        clSetKernelArg(in_a_branch, 1, sizeof small, &small);
    clEnqueueNDRangeKernel(queue, in_a_branch, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel again = clCreateKernel(program, "again", &error);
    clSetKernelArg(again, 0, sizeof a, &a);
    clSetKernelArg(again, 1, sizeof wide, &wide);
    clEnqueueNDRangeKernel(queue, again, 1, NULL, global, local, 0, NULL, NULL);
    clSetKernelArg(again, 1, sizeof wider, &wider);
    clEnqueueNDRangeKernel(queue, again, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel behind_it = clCreateKernel(program, "behind_it", &error);
    clSetKernelArg(behind_it, 0, sizeof a, &a);
    clSetKernelArg(behind_it, 1, sizeof wide, &wide);
    for (int i = 0; i < 2; i++) {
        clEnqueueNDRangeKernel(queue, behind_it, 1, NULL, global, local, 0, NULL, NULL);
        clSetKernelArg(behind_it, 1, sizeof small, &small);
    }

    cl_kernel in_a_loop = clCreateKernel(program, "in_a_loop", &error);
    clSetKernelArg(in_a_loop, 0, sizeof a, &a);
    for (int i = 32; i < 64; i++) {
        clSetKernelArg(in_a_loop, 1, sizeof i, &i);
        clEnqueueNDRangeKernel(queue, in_a_loop, 1, NULL, global, local, 0, NULL, NULL);
    }

    int stride = 32;
    cl_kernel changed_later = clCreateKernel(program, "changed_later", &error);
    clSetKernelArg(changed_later, 0, sizeof a, &a);
    clSetKernelArg(changed_later, 1, sizeof stride, &stride);
    stride = 16;
    clEnqueueNDRangeKernel(queue, changed_later, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel of_another_size = clCreateKernel(program, "of_another_size", &error);
    clSetKernelArg(of_another_size, 0, sizeof a, &a);
    clSetKernelArg(of_another_size, 1, sizeof wide, &wide);
    clEnqueueNDRangeKernel(queue, of_another_size, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel set_elsewhere = clCreateKernel(program, "set_elsewhere", &error);
    clSetKernelArg(set_elsewhere, 0, sizeof a, &a);
    clSetKernelArg(set_elsewhere, 1, sizeof wide, &wide);
    set_stride(set_elsewhere, argc);
    clEnqueueNDRangeKernel(queue, set_elsewhere, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel wide_by_function = clCreateKernel(program, "wide_by_function", &error);
    launch(queue, wide_by_function, a, 32);
    cl_kernel small_by_function = clCreateKernel(program, "small_by_function", &error);
    launch(queue, small_by_function, a, 16);

    cl_kernel set_by_function = clCreateKernel(program, "set_by_function", &error);
    set_both(set_by_function, a, a);
    clEnqueueNDRangeKernel(queue, set_by_function, 1, NULL, global, local, 0, NULL, NULL);

    cl_kernel handed_out = clCreateKernel(program, "handed_out", &error);
    clSetKernelArg(handed_out, 0, sizeof a, &a);
    clSetKernelArg(handed_out, 1, sizeof wide, &wide);
    clEnqueueNDRangeKernel(queue, handed_out, 1, NULL, global, local, 0, NULL, NULL);
    keep(handed_out);
    return 0;
}
