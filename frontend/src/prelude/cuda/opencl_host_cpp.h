/* The classes that C++ programs use OpenCL's host interface by (OpenCL C++ bindings, 1.2 and 2.x). */
#ifndef KV_OPENCL_HOST_CPP_H
#define KV_OPENCL_HOST_CPP_H
#pragma clang system_header
#include <kverify/opencl_host.h>
#include <kverify/std.h>
#define CL_HPP_
namespace cl {
using std::string;
using std::vector;
typedef std::string STRING_CLASS;
typedef ::size_t size_type;
typedef cl_int Error_code;
class Error {
public:
    Error(cl_int error, const char *text = nullptr);
    virtual ~Error();
    virtual const char *what() const;
    cl_int err() const;
};
class BuildError : public Error {
public:
    vector<std::pair<class Device, string>> getBuildLog() const;
};
/* What is asked of an object: numbers, unless it is said below. */
template <int Name> struct KvInfo { typedef ::size_t type; };
#define KV_TEXT(NAME) template <> struct KvInfo<NAME> { typedef string type; };
KV_TEXT(CL_PLATFORM_PROFILE) KV_TEXT(CL_PLATFORM_VERSION) KV_TEXT(CL_PLATFORM_NAME) KV_TEXT(CL_PLATFORM_VENDOR)
KV_TEXT(CL_PLATFORM_EXTENSIONS) KV_TEXT(CL_DEVICE_NAME) KV_TEXT(CL_DEVICE_VENDOR) KV_TEXT(CL_DRIVER_VERSION) KV_TEXT(CL_DEVICE_PROFILE)
KV_TEXT(CL_DEVICE_VERSION) KV_TEXT(CL_DEVICE_EXTENSIONS) KV_TEXT(CL_DEVICE_OPENCL_C_VERSION) KV_TEXT(CL_PROGRAM_BUILD_OPTIONS)
KV_TEXT(CL_PROGRAM_BUILD_LOG) KV_TEXT(CL_PROGRAM_SOURCE) KV_TEXT(CL_PROGRAM_KERNEL_NAMES) KV_TEXT(CL_KERNEL_FUNCTION_NAME)
#undef KV_TEXT
class Device;
class Event;
class Kernel;
template <> struct KvInfo<CL_CONTEXT_DEVICES> { typedef vector<Device> type; };
template <> struct KvInfo<CL_PROGRAM_DEVICES> { typedef vector<Device> type; };
template <> struct KvInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES> { typedef vector<::size_t> type; };
/* What all objects have. */
template <class C> class Wrapper {
public:
    Wrapper();
    C operator()() const;
    C get() const;
    template <int Name> typename KvInfo<Name>::type getInfo(cl_int *error = nullptr) const;
    template <class T> cl_int getInfo(cl_uint what, T *value) const;
};
class Device : public Wrapper<cl_device_id> {
public:
    Device();
    explicit Device(const cl_device_id &device, bool retain = false);
    static Device getDefault(cl_int *error = nullptr);
    static Device setDefault(const Device &device);
};
class Platform : public Wrapper<cl_platform_id> {
public:
    Platform();
    explicit Platform(const cl_platform_id &platform, bool retain = false);
    static cl_int get(vector<Platform> *platforms);
    static cl_int get(Platform *platform);
    static Platform get(cl_int *error = nullptr);
    static Platform getDefault(cl_int *error = nullptr);
    static Platform setDefault(const Platform &platform);
    cl_int getDevices(cl_device_type type, vector<Device> *devices) const;
};
class Context : public Wrapper<cl_context> {
public:
    Context();
    typedef void (*Notify)(const char *, const void *, ::size_t, void *);
    Context(const vector<Device> &devices, const cl_context_properties *with = nullptr, Notify notify = nullptr, void *data = nullptr,
            cl_int *error = nullptr);
    Context(const Device &device, const cl_context_properties *with = nullptr, Notify notify = nullptr, void *data = nullptr,
            cl_int *error = nullptr);
    Context(cl_device_type type, const cl_context_properties *with = nullptr, Notify notify = nullptr, void *data = nullptr,
            cl_int *error = nullptr);
    explicit Context(const cl_context &context, bool retain = false);
    static Context getDefault(cl_int *error = nullptr);
    static Context setDefault(const Context &context);
};
class Event : public Wrapper<cl_event> {
public:
    Event();
    cl_int wait() const;
    static cl_int waitForEvents(const vector<Event> &events);
    template <int Name> cl_ulong getProfilingInfo(cl_int *error = nullptr) const;
    template <class T> cl_int getProfilingInfo(cl_uint what, T *value) const;
    cl_int setCallback(cl_int type, void (*notify)(cl_event, cl_int, void *), void *data = nullptr);
};
class UserEvent : public Event {
public:
    UserEvent(const Context &context, cl_int *error = nullptr);
    cl_int setStatus(cl_int status);
};
class Memory : public Wrapper<cl_mem> {
public:
    Memory();
};
class CommandQueue;
class Buffer : public Memory {
public:
    Buffer();
    Buffer(const Context &context, cl_mem_flags flags, size_type bytes, void *host = nullptr, cl_int *error = nullptr);
    Buffer(cl_mem_flags flags, size_type bytes, void *host = nullptr, cl_int *error = nullptr);
    template <class It> Buffer(It begin, It end, bool reads, bool host = false, cl_int *error = nullptr);
    template <class It> Buffer(const Context &context, It begin, It end, bool reads, bool host = false, cl_int *error = nullptr);
    template <class It>
    Buffer(const CommandQueue &queue, It begin, It end, bool reads, bool host = false, cl_int *error = nullptr);
    explicit Buffer(const cl_mem &memory, bool retain = false);
    Buffer createSubBuffer(cl_mem_flags flags, cl_buffer_create_type type, const void *region, cl_int *error = nullptr);
};
struct ImageFormat : cl_image_format {
    ImageFormat();
    ImageFormat(cl_channel_order order, cl_channel_type type);
};
class Image : public Memory {
public:
    template <int Name> ::size_t getImageInfo(cl_int *error = nullptr) const;
};
class Image1D : public Image {
public:
    Image1D();
    Image1D(const Context &context, cl_mem_flags flags, ImageFormat format, size_type width, void *host = nullptr, cl_int *error = nullptr);
};
class Image2D : public Image {
public:
    Image2D();
    Image2D(const Context &context, cl_mem_flags flags, ImageFormat format, size_type width, size_type height, size_type pitch = 0,
            void *host = nullptr, cl_int *error = nullptr);
};
class Image3D : public Image {
public:
    Image3D();
    Image3D(const Context &context, cl_mem_flags flags, ImageFormat format, size_type width, size_type height, size_type depth,
            size_type row = 0, size_type slice = 0, void *host = nullptr, cl_int *error = nullptr);
};
class Sampler : public Wrapper<cl_sampler> {
public:
    Sampler();
    Sampler(const Context &context, cl_bool normalised, cl_addressing_mode addressing, cl_filter_mode filter, cl_int *error = nullptr);
};
/* Three sizes or places: `size_t<3>` of the older bindings. */
template <int N> class size_t {
public:
    size_t();
    ::size_t &operator[](int n);
    const ::size_t &operator[](int n) const;
    void push_back(::size_t value);
};
template <class T, ::size_t N> using array = std::array<T, N>;
class NDRange {
public:
    NDRange();
    NDRange(size_type x);
    NDRange(size_type x, size_type y);
    NDRange(size_type x, size_type y, size_type z);
    size_type dimensions() const;
    size_type size() const;
    const size_type *get() const;
    operator const size_type *() const;
    size_type operator[](size_type n) const;
};
static const NDRange NullRange;
struct LocalSpaceArg { size_type size_; };
LocalSpaceArg Local(size_type bytes);
LocalSpaceArg __local(size_type bytes);
class Program : public Wrapper<cl_program> {
public:
    typedef vector<string> Sources;
    typedef vector<vector<unsigned char>> Binaries;
    Program();
    Program(const string &text, bool build = false, cl_int *error = nullptr);
    Program(const Context &context, const string &text, bool build = false, cl_int *error = nullptr);
    Program(const Context &context, const Sources &texts, cl_int *error = nullptr);
    Program(const Context &context, const vector<std::pair<const char *, ::size_t>> &texts, cl_int *error = nullptr);
    Program(const Context &context, const vector<Device> &devices, const Binaries &binaries, vector<cl_int> *status = nullptr,
            cl_int *error = nullptr);
    cl_int build(const vector<Device> &devices, const char *options = nullptr, void (*notify)(cl_program, void *) = nullptr,
                 void *data = nullptr) const;
    cl_int build(const Device &device, const char *options = nullptr, void (*notify)(cl_program, void *) = nullptr,
                 void *data = nullptr) const;
    cl_int build(const char *options = nullptr, void (*notify)(cl_program, void *) = nullptr, void *data = nullptr) const;
    cl_int build(const string &options) const;
    cl_int build(const vector<Device> &devices, const string &options) const;
    cl_int build(const Device &device, const string &options) const;
    template <int Name> typename KvInfo<Name>::type getBuildInfo(const Device &device, cl_int *error = nullptr) const;
    template <int Name> vector<std::pair<Device, string>> getBuildInfo(cl_int *error = nullptr) const;
    cl_int createKernels(vector<Kernel> *kernels);
};
class Kernel : public Wrapper<cl_kernel> {
public:
    Kernel();
    Kernel(const Program &program, const char *name, cl_int *error = nullptr);
    Kernel(const Program &program, const string &name, cl_int *error = nullptr);
    explicit Kernel(const cl_kernel &kernel, bool retain = false);
    template <class T> cl_int setArg(cl_uint index, const T &value);
    cl_int setArg(cl_uint index, size_type bytes, const void *value);
    template <class... Ts> cl_int setArgs(const Ts &...values);
    template <int Name> typename KvInfo<Name>::type getWorkGroupInfo(const Device &device, cl_int *error = nullptr) const;
    template <class T> cl_int getWorkGroupInfo(const Device &device, cl_uint what, T *value) const;
    Kernel clone();
};
#define KV_CL_EVENTS const vector<Event> *events = nullptr, Event *event = nullptr
class CommandQueue : public Wrapper<cl_command_queue> {
public:
    CommandQueue();
    explicit CommandQueue(cl_command_queue_properties with, cl_int *error = nullptr);
    explicit CommandQueue(const Context &context, cl_command_queue_properties with = 0, cl_int *error = nullptr);
    CommandQueue(const Context &context, const Device &device, cl_command_queue_properties with = 0, cl_int *error = nullptr);
    static CommandQueue getDefault(cl_int *error = nullptr);
    static CommandQueue setDefault(const CommandQueue &queue);
    cl_int enqueueReadBuffer(const Buffer &from, cl_bool waits, size_type offset, size_type bytes, void *to, KV_CL_EVENTS) const;
    cl_int enqueueWriteBuffer(const Buffer &to, cl_bool waits, size_type offset, size_type bytes, const void *from, KV_CL_EVENTS) const;
    cl_int enqueueCopyBuffer(const Buffer &from, const Buffer &to, size_type from_offset, size_type to_offset, size_type bytes,
                             KV_CL_EVENTS) const;
    template <class T>
    cl_int enqueueFillBuffer(const Buffer &to, T pattern, size_type offset, size_type bytes, KV_CL_EVENTS) const;
    template <class A>
    cl_int enqueueReadImage(const Image &from, cl_bool waits, const A &origin, const A &region, size_type row, size_type slice, void *to,
                            KV_CL_EVENTS) const;
    template <class A>
    cl_int enqueueWriteImage(const Image &to, cl_bool waits, const A &origin, const A &region, size_type row, size_type slice,
                             const void *from, KV_CL_EVENTS) const;
    void *enqueueMapBuffer(const Buffer &of, cl_bool waits, cl_map_flags flags, size_type offset, size_type bytes, KV_CL_EVENTS,
                           cl_int *error = nullptr) const;
    cl_int enqueueUnmapMemObject(const Memory &of, void *mapped, KV_CL_EVENTS) const;
    cl_int enqueueMigrateMemObjects(const vector<Memory> &all, cl_mem_migration_flags flags, KV_CL_EVENTS) const;
    cl_int enqueueNDRangeKernel(const Kernel &kernel, const NDRange &offset, const NDRange &global, const NDRange &local = NullRange,
                                KV_CL_EVENTS) const;
    cl_int enqueueTask(const Kernel &kernel, KV_CL_EVENTS) const;
    cl_int enqueueMarkerWithWaitList(KV_CL_EVENTS) const;
    cl_int enqueueBarrierWithWaitList(KV_CL_EVENTS) const;
    cl_int enqueueMarker(Event *event = nullptr) const;
    cl_int enqueueBarrier() const;
    cl_int enqueueWaitForEvents(const vector<Event> &events) const;
    cl_int flush() const;
    cl_int finish() const;
};
cl_int finish();
cl_int flush();
template <class It> cl_int copy(It begin, It end, Buffer &to);
template <class It> cl_int copy(const Buffer &from, It begin, It end);
template <class It> cl_int copy(const CommandQueue &queue, It begin, It end, Buffer &to);
template <class It> cl_int copy(const CommandQueue &queue, const Buffer &from, It begin, It end);
cl_int enqueueReadBuffer(const Buffer &from, cl_bool waits, size_type offset, size_type bytes, void *to, KV_CL_EVENTS);
cl_int enqueueWriteBuffer(const Buffer &to, cl_bool waits, size_type offset, size_type bytes, const void *from, KV_CL_EVENTS);
#undef KV_CL_EVENTS
struct EnqueueArgs {
    EnqueueArgs(NDRange global);
    EnqueueArgs(NDRange global, NDRange local);
    EnqueueArgs(NDRange offset, NDRange global, NDRange local);
    EnqueueArgs(CommandQueue &queue, NDRange global);
    EnqueueArgs(CommandQueue &queue, NDRange global, NDRange local);
    EnqueueArgs(CommandQueue &queue, NDRange offset, NDRange global, NDRange local);
    EnqueueArgs(CommandQueue &queue, const vector<Event> &events, NDRange global);
    EnqueueArgs(CommandQueue &queue, const vector<Event> &events, NDRange global, NDRange local);
};
template <class... Ts> class KernelFunctor {
public:
    KernelFunctor(Kernel kernel);
    KernelFunctor(const Program &program, const string name, cl_int *error = nullptr);
    Event operator()(const EnqueueArgs &how, Ts... arguments);
    Kernel getKernel();
};
template <class... Ts> class make_kernel {
public:
    make_kernel(Kernel kernel);
    make_kernel(const Program &program, const string name, cl_int *error = nullptr);
    Event operator()(const EnqueueArgs &how, Ts... arguments);
};
} // namespace cl
#endif
