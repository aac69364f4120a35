#include <CL/cl.h>

static size_t rounded(size_t n, size_t size) { return (n + size - 1) / size * size; }

void run(cl_context context, cl_program program, cl_command_queue queue, int n)
{
    cl_int error;
    cl_mem whole = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof(cl_float), NULL, &error);
    cl_mem thousand = clCreateBuffer(context, CL_MEM_READ_WRITE, 1000 * sizeof(cl_float), NULL, &error);
    cl_mem missing = clCreateBuffer(context, CL_MEM_READ_WRITE, 1023 * sizeof(cl_float), NULL, &error);
    size_t local = 64, padded_size = rounded(n, local), padded_thousand = rounded(1000, local), size = n, all = 1024;

    cl_kernel guarded = clCreateKernel(program, "guarded", &error);
    clSetKernelArg(guarded, 0, sizeof whole, &whole);
    clSetKernelArg(guarded, 1, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, guarded, 1, NULL, &padded_size, &local, 0, NULL, NULL);

    cl_kernel padded = clCreateKernel(program, "padded", &error);
    clSetKernelArg(padded, 0, sizeof thousand, &thousand);
    clEnqueueNDRangeKernel(queue, padded, 1, NULL, &padded_thousand, &local, 0, NULL, NULL);

    cl_kernel exact = clCreateKernel(program, "exact", &error);
    clSetKernelArg(exact, 0, sizeof whole, &whole);
    clSetKernelArg(exact, 1, sizeof n, &n);
    clEnqueueNDRangeKernel(queue, exact, 1, NULL, &size, NULL, 0, NULL, NULL);

    cl_kernel one_short = clCreateKernel(program, "one_short", &error);
    clSetKernelArg(one_short, 0, sizeof missing, &missing);
    clEnqueueNDRangeKernel(queue, one_short, 1, NULL, &all, NULL, 0, NULL, NULL);

    cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, 1024 * sizeof(cl_float), NULL, &error);
    cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, 1024 * sizeof(cl_float), NULL, &error);
    cl_buffer_region half = {0, 2048};
    cl_mem part = clCreateSubBuffer(a, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    size_t global = 512;
    cl_uint at = 0;

    cl_kernel same = clCreateKernel(program, "same", &error);
    clSetKernelArg(same, at++, sizeof(cl_mem), &a);
    clSetKernelArg(same, at++, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, same, 1, NULL, &global, &local, 0, NULL, NULL);

    cl_kernel apart = clCreateKernel(program, "apart", &error);
    clSetKernelArg(apart, 0, sizeof(cl_mem), &a);
    clSetKernelArg(apart, 1, sizeof(cl_mem), &b);
    clEnqueueNDRangeKernel(queue, apart, 1, NULL, &global, &local, 0, NULL, NULL);

    cl_kernel in_turn = clCreateKernel(program, "in_turn", &error);
    clSetKernelArg(in_turn, 0, sizeof(cl_mem), &a);
    clSetKernelArg(in_turn, 1, sizeof(cl_mem), &b);
    clEnqueueNDRangeKernel(queue, in_turn, 1, NULL, &global, &local, 0, NULL, NULL);
    clSetKernelArg(in_turn, 0, sizeof(cl_mem), &b);
    clSetKernelArg(in_turn, 1, sizeof(cl_mem), &a);
    clEnqueueNDRangeKernel(queue, in_turn, 1, NULL, &global, &local, 0, NULL, NULL);

    cl_kernel parted = clCreateKernel(program, "parted", &error);
    clSetKernelArg(parted, 0, sizeof(cl_mem), &a);
    clSetKernelArg(parted, 1, sizeof(cl_mem), &part);
    clEnqueueNDRangeKernel(queue, parted, 1, NULL, &global, &local, 0, NULL, NULL);

    cl_kernel sums = clCreateKernel(program, "sums", &error);
    clSetKernelArg(sums, 0, sizeof(cl_mem), &a);
    clSetKernelArg(sums, 1, local * sizeof(cl_float), NULL);
    clEnqueueNDRangeKernel(queue, sums, 1, NULL, &global, &local, 0, NULL, NULL);

    cl_kernel sums_short = clCreateKernel(program, "sums_short", &error);
    clSetKernelArg(sums_short, 0, sizeof(cl_mem), &a);
    clSetKernelArg(sums_short, 1, (local - 1) * sizeof(cl_float), NULL);
    clEnqueueNDRangeKernel(queue, sums_short, 1, NULL, &global, &local, 0, NULL, NULL);
}
