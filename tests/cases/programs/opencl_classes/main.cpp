#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

class Filter {
public:
    explicit Filter(const cl::Program &program) : kernel(program, "member") {}
    void run(cl::CommandQueue &queue, cl::Buffer &buffer)
    {
        kernel.setArg(0, buffer);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1024), cl::NDRange(32));
    }
    cl::Kernel kernel;
};

void run(cl::Context &context, cl::Program &program, cl::CommandQueue &queue)
{
    const int n = 1000;
    cl::Buffer elements(context, CL_MEM_READ_WRITE, n * sizeof(float));
    const cl::NDRange padded_size((n + 63) / 64 * 64);
    cl::Kernel padded(program, "padded");
    padded.setArg(0, elements);
    queue.enqueueNDRangeKernel(padded, cl::NullRange, padded_size, cl::NDRange(64));
}

int main(int argc, char **argv)
{
    try {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        std::vector<cl::Device> devices;
        platforms[0].getDevices(CL_DEVICE_TYPE_ALL, &devices);
        cl::Context context(devices);
        cl::CommandQueue queue(context, devices[0], CL_QUEUE_PROFILING_ENABLE);
        std::cout << devices[0].getInfo<CL_DEVICE_NAME>() << std::endl;
        std::ifstream file("kernels.cl");
        std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        cl::Program program(context, text);
        program.build(devices);
        const int n = argc > 1 ? std::stoi(argv[1]) : 1000;
        cl::Buffer a(context, CL_MEM_READ_WRITE, 1024 * sizeof(float));
        cl::Buffer b(context, CL_MEM_READ_WRITE, 1024 * sizeof(float));
        cl::Buffer elements(context, CL_MEM_READ_WRITE, n * sizeof(float));
        const cl::NDRange global(1024), local(32), padded_size((n + 63) / 64 * 64);

        cl::Kernel fixed(program, "fixed");
        fixed.setArg(0, a);
        queue.enqueueNDRangeKernel(fixed, cl::NullRange, global, local);

        cl::Kernel null_range(program, "null_range");
        null_range.setArg(0, a);
        queue.enqueueNDRangeKernel(null_range, cl::NullRange, global, cl::NullRange);

        cl::Kernel left_out = cl::Kernel(program, "left_out");
        left_out.setArg(0, a);
        queue.enqueueNDRangeKernel(left_out, cl::NullRange, global);

        cl::KernelFunctor<cl::Buffer, int> by_functor(program, "by_functor");
        by_functor(cl::EnqueueArgs(queue, global, local), a, 32);
        cl::KernelFunctor<cl::Buffer, int> too_small(program, "too_small");
        too_small(cl::EnqueueArgs(queue, global, local), a, 16);
        cl::KernelFunctor<cl::Buffer, int>(program, "at_once")(cl::EnqueueArgs(queue, global, local), a, 32).wait();

        auto guarded = cl::make_kernel<cl::Buffer &, int>(program, "guarded");
        guarded(cl::EnqueueArgs(queue, padded_size, cl::NDRange(64)), elements, n).wait();

        cl::Kernel same(program, "same");
        same.setArg(0, a);
        same.setArg(1, a);
        queue.enqueueNDRangeKernel(same, cl::NullRange, cl::NDRange(512), local);
        cl::Kernel apart(program, "apart");
        apart.setArg(0, a);
        apart.setArg(1, b);
        queue.enqueueNDRangeKernel(apart, cl::NullRange, cl::NDRange(512), local);
        cl_buffer_region half = {0, 2048};
        cl::Buffer part = a.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half);
        cl::Kernel parted(program, "parted");
        parted.setArg(0, a);
        parted.setArg(1, part);
        queue.enqueueNDRangeKernel(parted, cl::NullRange, cl::NDRange(512), local);

        cl::Kernel sums(program, "sums");
        sums.setArg(0, a);
        sums.setArg(1, cl::Local(32 * sizeof(float)));
        queue.enqueueNDRangeKernel(sums, cl::NullRange, global, local);
        cl::Kernel sums_short(program, "sums_short");
        sums_short.setArg(0, a);
        sums_short.setArg(1, 31 * sizeof(float), nullptr);
        queue.enqueueNDRangeKernel(sums_short, cl::NullRange, global, local);

        const int width = 64, rows = 48;
        cl::Buffer pixels(context, CL_MEM_READ_WRITE, width * rows * sizeof(float));
        cl::Kernel image(program, "image");
        image.setArgs(pixels, width);
        queue.enqueueNDRangeKernel(image, cl::NullRange, cl::NDRange(width, rows), cl::NDRange(8, 8));

        Filter filter(program);
        filter.run(queue, a);

        cl::Kernel copied(program, "copied");
        cl::Kernel other = copied;
        copied.setArg(0, a);
        queue.enqueueNDRangeKernel(copied, cl::NullRange, global, local);
        queue.enqueueNDRangeKernel(other, cl::NullRange, global, cl::NDRange(64));

        cl::Kernel assigned;
        assigned = cl::Kernel(program, "assigned");
        assigned.setArg(0, a);
        assigned.setArg(1, 32);
        queue.enqueueNDRangeKernel(assigned, cl::NullRange, global, local);
        queue.finish();
    } catch (const cl::Error &error) {
        std::cerr << error.what() << " " << error.err() << std::endl;
    }
    return 0;
}
