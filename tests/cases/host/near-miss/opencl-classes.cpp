// The classes for C++: objects that give themselves back, events in vectors, functions that are handed references.
#include <CL/opencl.hpp>
#include <iostream>
#include <vector>

// expect: proved
static const char *text = R"(
__kernel void scale(__global float *out, __global const float *in, float by) { int i = get_global_id(0); out[i] = by * in[i]; }
__kernel void shift(__global float *out, __global const float *in, int n) { int i = get_global_id(0); out[i] = in[i] + n; }
)";

static void send(cl::CommandQueue &queue, cl::Buffer &buffer, const std::vector<float> &values, cl::Event &event)
{
    queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, values.size() * sizeof(float), values.data(), nullptr, &event);
}

int main()
{
    const int n = 1024;
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::vector<cl::Device> devices;
    platforms[0].getDevices(CL_DEVICE_TYPE_GPU, &devices);
    cl::Context context(devices);
    cl::CommandQueue queue(context, devices[0], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl::CommandQueue second(context, devices[0]);
    cl::Program program(context, text);
    if (program.build(devices) != CL_SUCCESS) {
        std::cerr << program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(devices[0]);
        return 1;
    }
    cl::Kernel scale(program, "scale");
    cl::Kernel shift = cl::Kernel(program, "shift");
    std::vector<float> values(n, 1.0f), results(n);
    cl::Buffer in(context, CL_MEM_READ_ONLY, n * sizeof(float));
    cl::Buffer between(context, CL_MEM_READ_WRITE, n * sizeof(float));
    cl::Buffer out(context, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, n * sizeof(float));
    cl::Event sent, scaled;
    send(queue, in, values, sent);
    scale.setArg(0, between);
    scale.setArg(1, in);
    scale.setArg(2, 2.0f);
    std::vector<cl::Event> before{sent};
    queue.enqueueNDRangeKernel(scale, cl::NullRange, cl::NDRange(n), cl::NDRange(64), &before, &scaled);
    scaled.wait();
    shift.setArgs(out, between, n);
    second.enqueueNDRangeKernel(shift, cl::NullRange, cl::NDRange(n));
    second.enqueueReadBuffer(out, CL_FALSE, 0, n * sizeof(float), results.data());
    second.finish();
    float *mapped = static_cast<float *>(second.enqueueMapBuffer(between, CL_TRUE, CL_MAP_READ, 0, n * sizeof(float)));
    float sum = 0;
    for (int i = 0; i < n; ++i)
        sum += mapped[i];
    second.enqueueUnmapMemObject(between, mapped);
    second.finish();
    std::cout << results[0] << sum << "\n";
}
