// The same defects by the classes for C++.
#include <CL/opencl.hpp>

// expect: proved
static const char *text = R"(
__kernel void fill(__global int *a) { a[get_global_id(0)] = 1; }
__kernel void copy(__global int *a, __global const int *b) { a[get_global_id(0)] = b[get_global_id(0)]; }
)";

void queue_out_of_order(cl::Context &context, cl::Device &device, cl::Program &program, int *out)
{
    cl::CommandQueue queue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl::Kernel fill(program, "fill");
    cl::Buffer a(context, CL_MEM_READ_WRITE, 1024 * sizeof(int));
    fill.setArg(0, a);
    queue.enqueueNDRangeKernel(fill, cl::NullRange, cl::NDRange(1024)); // @launch
    queue.enqueueReadBuffer(a, CL_TRUE, 0, 1024 * sizeof(int), out); //~ inter-kernel-race with @launch
}

void two_queues(cl::Context &context, cl::Device &device, cl::Program &program)
{
    cl::CommandQueue one(context, device), two(context, device);
    cl::Kernel fill(program, "fill"), copy(program, std::string("copy"));
    cl::Buffer a(context, CL_MEM_READ_WRITE, 1024 * sizeof(int));
    cl::Buffer b(context, CL_MEM_READ_WRITE, 1024 * sizeof(int));
    fill.setArg(0, a);
    one.enqueueNDRangeKernel(fill, cl::NullRange, cl::NDRange(1024)); // @fill
    copy.setArgs(b, a);
    two.enqueueNDRangeKernel(copy, cl::NullRange, cl::NDRange(1024)); //~ inter-kernel-race with @fill
    one.finish();
    two.finish();
}

int read_too_early(cl::CommandQueue &queue, cl::Buffer &a)
{
    int host[64];
    queue.enqueueReadBuffer(a, CL_FALSE, 0, sizeof host, host); // @copy
    int first = host[0]; //~ host-device-race with @copy
    queue.finish();
    return first;
}

void flags(cl::Context &context, cl::CommandQueue &queue, cl::Program &program)
{
    cl::Kernel fill(program, "fill");
    cl::Buffer a(context, CL_MEM_READ_ONLY, 1024 * sizeof(int)); // @made
    fill.setArg(0, a);
    queue.enqueueNDRangeKernel(fill, cl::NullRange, cl::NDRange(1024)); //~ access-flags with @made
    queue.finish();
}

void nobody_wrote(cl::Context &context, cl::CommandQueue &queue, cl::Program &program)
{
    cl::Kernel copy(program, "copy");
    cl::Buffer a(context, CL_MEM_READ_WRITE, 1024 * sizeof(int));
    cl::Buffer b(context, CL_MEM_READ_WRITE, 1024 * sizeof(int)); // @b
    copy.setArg(0, a);
    copy.setArg(1, b);
    queue.enqueueNDRangeKernel(copy, cl::NullRange, cl::NDRange(1024)); //~ uninitialised-buffer with @b
    queue.finish();
}
