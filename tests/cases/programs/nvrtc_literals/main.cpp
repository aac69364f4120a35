// The kernels are texts that the program compiles when it runs: any launch may come.
// kverify-test: block=64 grid=4
#include <nvrtc.h>

static const char *raw = R"(
#define WIDTH 64
// expect: proved
extern "C" __global__ void of_its_own(float *a)
{
    a[blockIdx.x * WIDTH + threadIdx.x] = 1;
}
// expect: violated
extern "C" __global__ void of_all(float *a)
{
    a[threadIdx.x] = blockIdx.x; //~ data-race grid global write-write
}
)";

// A header of its own beside it.
static const char *lines =
    // expect: proved
    "extern \"C\" __global__ void by_lines(int *a)\n"
    "{\n"
    "    a[blockIdx.x * 64 + threadIdx.x] = 1;\n"
    "}\n";

// What only names the mark is no kernel.
static const char *message = "this is no __global__ function";

int main()
{
    nvrtcProgram program;
    nvrtcCreateProgram(&program, raw, "raw.cu", 0, nullptr, nullptr);
    nvrtcCreateProgram(&program, lines, "lines.cu", 0, nullptr, nullptr);
    return message == nullptr;
}
