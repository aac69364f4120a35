// A device of OpenCL for emitted programs: kernels are compiled as C++ and run by the emulation, thread by thread.
#include <CL/cl.h>
#include <dlfcn.h>
#include <fstream>
#include <sstream>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <vector>

struct program {
    std::string text;
};
struct kernel {
    int (*entry)(void **, const size_t *);
    std::vector<std::vector<char>> arguments;
};
// A buffer's handle is its address.
struct platform {} the_platform;
struct device {} the_device;
struct context {} the_context;
struct queue {} the_queue;

static void set(cl_int *error, cl_int value) {
    if (error) *error = value;
}

// A `__local` variable is one for all work-items of the group that runs.
static std::string as_cpp(const std::string &text) {
    std::istringstream lines(text);
    std::string all, line;
    while (std::getline(lines, line)) {
        size_t first = line.find_first_not_of(" \t");
        for (const char *word : {"__local ", "local "})
            if (first != std::string::npos && line.compare(first, strlen(word), word) == 0 &&
                line.find(';') != std::string::npos)
                line.replace(first, strlen(word), "static ");
        all += line + '\n';
    }
    return all;
}

extern "C" {
cl_int clGetPlatformIDs(cl_uint, cl_platform_id *id, cl_uint *) {
    *id = &the_platform;
    return CL_SUCCESS;
}
cl_int clGetDeviceIDs(cl_platform_id, cl_bitfield, cl_uint, cl_device_id *id, cl_uint *) {
    *id = &the_device;
    return CL_SUCCESS;
}
cl_context clCreateContext(const intptr_t *, cl_uint, const cl_device_id *, void (*)(const char *, const void *, size_t, void *), void *, cl_int *error) {
    set(error, CL_SUCCESS);
    return &the_context;
}
cl_command_queue clCreateCommandQueueWithProperties(cl_context, cl_device_id, const cl_ulong *, cl_int *error) {
    set(error, CL_SUCCESS);
    return &the_queue;
}
cl_program clCreateProgramWithSource(cl_context, cl_uint count, const char **lines, const size_t *, cl_int *error) {
    cl_program made = new program;
    for (cl_uint n = 0; n < count; n++) made->text += lines[n];
    set(error, CL_SUCCESS);
    return made;
}
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id *, const char *, void (*)(cl_program, void *), void *) {
    return CL_SUCCESS;
}
cl_kernel clCreateKernel(cl_program from, const char *name, cl_int *error) {
    const char *folder = getenv("KV_FOLDER"), *compiler = getenv("KV_COMPILER"), *source = getenv("KV_SOURCE");
    if (!folder || !compiler || !source) abort();
    std::string stem = std::string(folder) + "/kernel";
    std::ofstream(stem + ".cpp") << "#include \"opencl.h\"\n#line 1 \"" << source << "\"\n"
                                 << as_cpp(from->text) << "\n#line 1 \"kernel.cpp\"\nEMULATION_ENTRY(" << name << ")\n";
    // In two steps: linking with the flags of an instrumented compilation would bring in its runtime.
    std::string command = std::string(compiler) + " -fPIC -c -o " + stem + ".o " + stem + ".cpp && g++ -shared -o " + stem +
                          ".so " + stem + ".o";
    std::string library = stem + ".so";
    void *loaded = system(command.c_str()) == 0 ? dlopen(library.c_str(), RTLD_NOW) : 0;
    cl_kernel made = new kernel;
    made->entry = loaded ? (int (*)(void **, const size_t *))dlsym(loaded, "emulation_entry") : 0;
    set(error, made->entry ? CL_SUCCESS : -11);
    return made;
}
cl_mem clCreateBuffer(cl_context, cl_bitfield, size_t size, void *from, cl_int *error) {
    void *bytes = aligned_alloc(256, (size + 255) / 256 * 256);
    memcpy(bytes, from, size);
    set(error, CL_SUCCESS);
    return (cl_mem)bytes;
}
cl_int clSetKernelArg(cl_kernel of, cl_uint index, size_t size, const void *value) {
    if (index >= of->arguments.size()) of->arguments.resize(index + 1);
    std::vector<char> &bytes = of->arguments[index];
    // Memory of a group is given by its size alone.
    void *memory = value ? 0 : calloc(size, 1);
    const char *from = value ? (const char *)value : (const char *)&memory;
    bytes.assign(from, from + (value ? size : sizeof memory));
    return CL_SUCCESS;
}
cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel of, cl_uint, const size_t *offset, const size_t *global, const size_t *local, cl_uint, const cl_event *, cl_event *) {
    std::vector<void *> arguments;
    for (std::vector<char> &bytes : of->arguments) arguments.push_back(bytes.data());
    size_t sizes[9];
    for (int n = 0; n < 3; n++) {
        if (global[n] % local[n]) return -54;
        sizes[n] = global[n] / local[n];
        sizes[3 + n] = local[n];
        sizes[6 + n] = offset[n];
    }
    return of->entry(arguments.data(), sizes) ? CL_SUCCESS : -5;
}
cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem from, cl_bool, size_t offset, size_t size, void *to, cl_uint, const cl_event *, cl_event *) {
    memcpy(to, (char *)from + offset, size);
    return CL_SUCCESS;
}
cl_int clFinish(cl_command_queue) { return CL_SUCCESS; }
}
