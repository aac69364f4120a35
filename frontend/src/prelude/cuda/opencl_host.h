/* OpenCL's host interface for C (OpenCL 3.0 API specification), as far as programs build, feed and launch kernels with it. */
#ifndef KV_OPENCL_HOST_H
#define KV_OPENCL_HOST_H
#pragma clang system_header
#define CL_VERSION_1_0 1
#define CL_VERSION_1_1 1
#define CL_VERSION_1_2 1
#define CL_VERSION_2_0 1
#define CL_VERSION_2_1 1
#define CL_VERSION_2_2 1
#define CL_VERSION_3_0 1
#define CL_API_ENTRY
#define CL_API_CALL
#define CL_CALLBACK
#define CL_EXT_SUFFIX__VERSION_1_0
#define CL_API_SUFFIX__VERSION_1_0
#define CL_EXTERN_C
typedef signed char cl_char;
typedef unsigned char cl_uchar;
typedef short cl_short;
typedef unsigned short cl_ushort;
typedef int cl_int;
typedef unsigned cl_uint;
typedef long cl_long;
typedef unsigned long cl_ulong;
typedef unsigned short cl_half;
typedef float cl_float;
typedef double cl_double;
/* Vectors, as unions of their elements. */
#define KV_CL_VECTORS(T)                                                                                               \
    typedef union { cl_##T s[2]; struct { cl_##T x, y; }; struct { cl_##T s0, s1; }; } cl_##T##2;                      \
    typedef union {                                                                                                    \
        cl_##T s[4];                                                                                                   \
        struct { cl_##T x, y, z, w; };                                                                                 \
        struct { cl_##T s0, s1, s2, s3; };                                                                             \
    } cl_##T##4;                                                                                                       \
    typedef cl_##T##4 cl_##T##3;                                                                                       \
    typedef union { cl_##T s[8]; struct { cl_##T s0, s1, s2, s3, s4, s5, s6, s7; }; } cl_##T##8;                       \
    typedef union { cl_##T s[16]; struct { cl_##T s0, s1, s2, s3, s4, s5, s6, s7; }; } cl_##T##16;
KV_CL_VECTORS(char)
KV_CL_VECTORS(uchar)
KV_CL_VECTORS(short)
KV_CL_VECTORS(ushort)
KV_CL_VECTORS(int)
KV_CL_VECTORS(uint)
KV_CL_VECTORS(long)
KV_CL_VECTORS(ulong)
KV_CL_VECTORS(float)
KV_CL_VECTORS(double)
#undef KV_CL_VECTORS
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef cl_bitfield cl_properties, cl_device_type, cl_device_fp_config, cl_device_exec_capabilities, cl_command_queue_properties,
    cl_mem_flags, cl_svm_mem_flags, cl_map_flags, cl_mem_migration_flags, cl_kernel_arg_type_qualifier, cl_device_svm_capabilities,
    cl_device_affinity_domain;
typedef cl_properties cl_queue_properties, cl_mem_properties, cl_sampler_properties, cl_pipe_properties;
typedef cl_uint cl_platform_info, cl_device_info, cl_device_mem_cache_type, cl_device_local_mem_type, cl_context_info,
    cl_command_queue_info, cl_channel_order, cl_channel_type, cl_mem_object_type, cl_mem_info, cl_image_info, cl_buffer_create_type,
    cl_addressing_mode, cl_filter_mode, cl_sampler_info, cl_program_info, cl_program_build_info, cl_program_binary_type,
    cl_kernel_info, cl_kernel_arg_info, cl_kernel_arg_address_qualifier, cl_kernel_arg_access_qualifier, cl_kernel_work_group_info,
    cl_kernel_sub_group_info, cl_kernel_exec_info, cl_event_info, cl_command_type, cl_profiling_info, cl_version, cl_gl_object_type;
typedef cl_int cl_build_status;
typedef __INTPTR_TYPE__ cl_context_properties, cl_device_partition_property;
typedef struct { cl_channel_order image_channel_order; cl_channel_type image_channel_data_type; } cl_image_format;
typedef struct {
    cl_mem_object_type image_type;
    size_t image_width, image_height, image_depth, image_array_size, image_row_pitch, image_slice_pitch;
    cl_uint num_mip_levels, num_samples;
    union { cl_mem buffer, mem_object; };
} cl_image_desc;
typedef struct { size_t origin, size; } cl_buffer_region;
enum {
    CL_SUCCESS = 0, CL_DEVICE_NOT_FOUND = -1, CL_DEVICE_NOT_AVAILABLE = -2, CL_COMPILER_NOT_AVAILABLE = -3,
    CL_MEM_OBJECT_ALLOCATION_FAILURE = -4, CL_OUT_OF_RESOURCES = -5, CL_OUT_OF_HOST_MEMORY = -6, CL_PROFILING_INFO_NOT_AVAILABLE = -7,
    CL_MEM_COPY_OVERLAP = -8, CL_IMAGE_FORMAT_MISMATCH = -9, CL_IMAGE_FORMAT_NOT_SUPPORTED = -10, CL_BUILD_PROGRAM_FAILURE = -11,
    CL_MAP_FAILURE = -12, CL_MISALIGNED_SUB_BUFFER_OFFSET = -13, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST = -14,
    CL_COMPILE_PROGRAM_FAILURE = -15, CL_LINKER_NOT_AVAILABLE = -16, CL_LINK_PROGRAM_FAILURE = -17, CL_DEVICE_PARTITION_FAILED = -18,
    CL_KERNEL_ARG_INFO_NOT_AVAILABLE = -19, CL_INVALID_VALUE = -30, CL_INVALID_DEVICE_TYPE = -31, CL_INVALID_PLATFORM = -32,
    CL_INVALID_DEVICE = -33, CL_INVALID_CONTEXT = -34, CL_INVALID_QUEUE_PROPERTIES = -35, CL_INVALID_COMMAND_QUEUE = -36,
    CL_INVALID_HOST_PTR = -37, CL_INVALID_MEM_OBJECT = -38, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR = -39, CL_INVALID_IMAGE_SIZE = -40,
    CL_INVALID_SAMPLER = -41, CL_INVALID_BINARY = -42, CL_INVALID_BUILD_OPTIONS = -43, CL_INVALID_PROGRAM = -44,
    CL_INVALID_PROGRAM_EXECUTABLE = -45, CL_INVALID_KERNEL_NAME = -46, CL_INVALID_KERNEL_DEFINITION = -47, CL_INVALID_KERNEL = -48,
    CL_INVALID_ARG_INDEX = -49, CL_INVALID_ARG_VALUE = -50, CL_INVALID_ARG_SIZE = -51, CL_INVALID_KERNEL_ARGS = -52,
    CL_INVALID_WORK_DIMENSION = -53, CL_INVALID_WORK_GROUP_SIZE = -54, CL_INVALID_WORK_ITEM_SIZE = -55, CL_INVALID_GLOBAL_OFFSET = -56,
    CL_INVALID_EVENT_WAIT_LIST = -57, CL_INVALID_EVENT = -58, CL_INVALID_OPERATION = -59, CL_INVALID_GL_OBJECT = -60,
    CL_INVALID_BUFFER_SIZE = -61, CL_INVALID_MIP_LEVEL = -62, CL_INVALID_GLOBAL_WORK_SIZE = -63, CL_INVALID_PROPERTY = -64,
    CL_INVALID_IMAGE_DESCRIPTOR = -65, CL_INVALID_COMPILER_OPTIONS = -66, CL_INVALID_LINKER_OPTIONS = -67,
    CL_INVALID_DEVICE_PARTITION_COUNT = -68, CL_INVALID_PIPE_SIZE = -69, CL_INVALID_DEVICE_QUEUE = -70, CL_INVALID_SPEC_ID = -71,
    CL_MAX_SIZE_RESTRICTION_EXCEEDED = -72, CL_PLATFORM_NOT_FOUND_KHR = -1001
};
enum { CL_FALSE, CL_TRUE, CL_NON_BLOCKING = CL_FALSE, CL_BLOCKING = CL_TRUE };
enum {
    CL_PLATFORM_PROFILE = 0x0900, CL_PLATFORM_VERSION, CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_EXTENSIONS,
    CL_PLATFORM_HOST_TIMER_RESOLUTION
};
enum {
    CL_DEVICE_TYPE_DEFAULT = 1 << 0, CL_DEVICE_TYPE_CPU = 1 << 1, CL_DEVICE_TYPE_GPU = 1 << 2, CL_DEVICE_TYPE_ACCELERATOR = 1 << 3,
    CL_DEVICE_TYPE_CUSTOM = 1 << 4
};
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFF
enum {
    CL_DEVICE_TYPE = 0x1000, CL_DEVICE_VENDOR_ID, CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
    CL_DEVICE_MAX_WORK_GROUP_SIZE, CL_DEVICE_MAX_WORK_ITEM_SIZES, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_MAX_CLOCK_FREQUENCY,
    CL_DEVICE_ADDRESS_BITS, CL_DEVICE_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_MEM_ALLOC_SIZE,
    CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT,
    CL_DEVICE_IMAGE3D_MAX_DEPTH, CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_MAX_PARAMETER_SIZE, CL_DEVICE_MAX_SAMPLERS,
    CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, CL_DEVICE_SINGLE_FP_CONFIG, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
    CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, CL_DEVICE_GLOBAL_MEM_SIZE,
    CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, CL_DEVICE_MAX_CONSTANT_ARGS, CL_DEVICE_LOCAL_MEM_TYPE, CL_DEVICE_LOCAL_MEM_SIZE,
    CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_DEVICE_PROFILING_TIMER_RESOLUTION, CL_DEVICE_ENDIAN_LITTLE, CL_DEVICE_AVAILABLE,
    CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_EXECUTION_CAPABILITIES, CL_DEVICE_QUEUE_PROPERTIES, CL_DEVICE_NAME, CL_DEVICE_VENDOR,
    CL_DRIVER_VERSION, CL_DEVICE_PROFILE, CL_DEVICE_VERSION, CL_DEVICE_EXTENSIONS, CL_DEVICE_PLATFORM, CL_DEVICE_DOUBLE_FP_CONFIG,
    CL_DEVICE_HALF_FP_CONFIG, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_HOST_UNIFIED_MEMORY,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_LINKER_AVAILABLE, CL_DEVICE_BUILT_IN_KERNELS,
    CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, CL_DEVICE_PARENT_DEVICE, CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
    CL_DEVICE_PARTITION_PROPERTIES, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, CL_DEVICE_PARTITION_TYPE, CL_DEVICE_REFERENCE_COUNT,
    CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_DEVICE_PRINTF_BUFFER_SIZE, CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
    CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE,
    CL_DEVICE_SVM_CAPABILITIES = 0x1053, CL_DEVICE_MAX_NUM_SUB_GROUPS = 0x105C
};
enum {
    CL_NONE, CL_READ_ONLY_CACHE, CL_READ_WRITE_CACHE, CL_LOCAL = 1, CL_GLOBAL, CL_FP_DENORM = 1 << 0, CL_FP_INF_NAN = 1 << 1,
    CL_FP_ROUND_TO_NEAREST = 1 << 2, CL_FP_ROUND_TO_ZERO = 1 << 3, CL_FP_ROUND_TO_INF = 1 << 4, CL_FP_FMA = 1 << 5,
    CL_EXEC_KERNEL = 1 << 0, CL_EXEC_NATIVE_KERNEL = 1 << 1, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE = 1 << 0,
    CL_QUEUE_PROFILING_ENABLE = 1 << 1, CL_QUEUE_ON_DEVICE = 1 << 2, CL_QUEUE_ON_DEVICE_DEFAULT = 1 << 3
};
enum {
    CL_CONTEXT_REFERENCE_COUNT = 0x1080, CL_CONTEXT_DEVICES, CL_CONTEXT_PROPERTIES, CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_PLATFORM,
    CL_CONTEXT_INTEROP_USER_SYNC, CL_DEVICE_PARTITION_EQUALLY = 0x1086, CL_DEVICE_PARTITION_BY_COUNTS,
    CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_QUEUE_CONTEXT = 0x1090, CL_QUEUE_DEVICE, CL_QUEUE_REFERENCE_COUNT, CL_QUEUE_PROPERTIES,
    CL_QUEUE_SIZE
};
enum {
    CL_MEM_READ_WRITE = 1 << 0, CL_MEM_WRITE_ONLY = 1 << 1, CL_MEM_READ_ONLY = 1 << 2, CL_MEM_USE_HOST_PTR = 1 << 3,
    CL_MEM_ALLOC_HOST_PTR = 1 << 4, CL_MEM_COPY_HOST_PTR = 1 << 5, CL_MEM_HOST_WRITE_ONLY = 1 << 7, CL_MEM_HOST_READ_ONLY = 1 << 8,
    CL_MEM_HOST_NO_ACCESS = 1 << 9, CL_MEM_SVM_FINE_GRAIN_BUFFER = 1 << 10, CL_MEM_SVM_ATOMICS = 1 << 11,
    CL_MIGRATE_MEM_OBJECT_HOST = 1 << 0, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED = 1 << 1, CL_MAP_READ = 1 << 0, CL_MAP_WRITE = 1 << 1,
    CL_MAP_WRITE_INVALIDATE_REGION = 1 << 2
};
enum {
    CL_R = 0x10B0, CL_A, CL_RG, CL_RA, CL_RGB, CL_RGBA, CL_BGRA, CL_ARGB, CL_INTENSITY, CL_LUMINANCE, CL_Rx, CL_RGx, CL_RGBx, CL_DEPTH,
    CL_SNORM_INT8 = 0x10D0, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16, CL_UNORM_SHORT_565, CL_UNORM_SHORT_555,
    CL_UNORM_INT_101010, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32,
    CL_HALF_FLOAT, CL_FLOAT, CL_MEM_OBJECT_BUFFER = 0x10F0, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_PIPE, CL_MEM_TYPE = 0x1100,
    CL_MEM_FLAGS, CL_MEM_SIZE, CL_MEM_HOST_PTR, CL_MEM_MAP_COUNT, CL_MEM_REFERENCE_COUNT, CL_MEM_CONTEXT, CL_MEM_ASSOCIATED_MEMOBJECT,
    CL_MEM_OFFSET, CL_IMAGE_FORMAT = 0x1110, CL_IMAGE_ELEMENT_SIZE, CL_IMAGE_ROW_PITCH, CL_IMAGE_SLICE_PITCH, CL_IMAGE_WIDTH,
    CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH, CL_ADDRESS_NONE = 0x1130, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
    CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST = 0x1140, CL_FILTER_LINEAR, CL_SAMPLER_REFERENCE_COUNT = 0x1150, CL_SAMPLER_CONTEXT,
    CL_SAMPLER_NORMALIZED_COORDS, CL_SAMPLER_ADDRESSING_MODE, CL_SAMPLER_FILTER_MODE
};
enum {
    CL_PROGRAM_REFERENCE_COUNT = 0x1160, CL_PROGRAM_CONTEXT, CL_PROGRAM_NUM_DEVICES, CL_PROGRAM_DEVICES, CL_PROGRAM_SOURCE,
    CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_BINARIES, CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_IL,
    CL_PROGRAM_BUILD_STATUS = 0x1181, CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG, CL_PROGRAM_BINARY_TYPE,
    CL_BUILD_SUCCESS = 0, CL_BUILD_NONE = -1, CL_BUILD_ERROR = -2, CL_BUILD_IN_PROGRESS = -3, CL_KERNEL_FUNCTION_NAME = 0x1190,
    CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT, CL_KERNEL_CONTEXT, CL_KERNEL_PROGRAM, CL_KERNEL_ATTRIBUTES,
    CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME, CL_KERNEL_ARG_TYPE_QUALIFIER,
    CL_KERNEL_ARG_NAME, CL_KERNEL_WORK_GROUP_SIZE = 0x11B0, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE,
    CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE, CL_KERNEL_GLOBAL_WORK_SIZE,
    CL_KERNEL_EXEC_INFO_SVM_PTRS, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, CL_EVENT_COMMAND_QUEUE = 0x11D0, CL_EVENT_COMMAND_TYPE,
    CL_EVENT_REFERENCE_COUNT, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_EVENT_CONTEXT, CL_COMMAND_NDRANGE_KERNEL = 0x11F0,
    CL_COMMAND_TASK, CL_COMPLETE = 0, CL_RUNNING, CL_SUBMITTED, CL_QUEUED, CL_BUFFER_CREATE_TYPE_REGION = 0x1220,
    CL_PROFILING_COMMAND_QUEUED = 0x1280, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
    CL_PROFILING_COMMAND_COMPLETE
};
#ifdef __cplusplus
extern "C" {
#endif
cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id *platforms, cl_uint *count);
cl_int clGetPlatformInfo(cl_platform_id of, cl_platform_info what, size_t bytes, void *value, size_t *size);
cl_int clGetDeviceIDs(cl_platform_id of, cl_device_type type, cl_uint entries, cl_device_id *devices, cl_uint *count);
cl_int clGetDeviceInfo(cl_device_id of, cl_device_info what, size_t bytes, void *value, size_t *size);
cl_int clCreateSubDevices(cl_device_id of, const cl_device_partition_property *how, cl_uint count, cl_device_id *devices, cl_uint *made);
cl_int clRetainDevice(cl_device_id device);
cl_int clReleaseDevice(cl_device_id device);
cl_context clCreateContext(const cl_context_properties *with, cl_uint count, const cl_device_id *devices,
                           void (*notify)(const char *, const void *, size_t, void *), void *data, cl_int *error);
cl_context clCreateContextFromType(const cl_context_properties *with, cl_device_type type,
                                   void (*notify)(const char *, const void *, size_t, void *), void *data, cl_int *error);
cl_int clRetainContext(cl_context context);
cl_int clReleaseContext(cl_context context);
cl_int clGetContextInfo(cl_context of, cl_context_info what, size_t bytes, void *value, size_t *size);
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties with, cl_int *error);
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device, const cl_queue_properties *with,
                                                    cl_int *error);
cl_int clRetainCommandQueue(cl_command_queue queue);
cl_int clReleaseCommandQueue(cl_command_queue queue);
cl_int clGetCommandQueueInfo(cl_command_queue of, cl_command_queue_info what, size_t bytes, void *value, size_t *size);
cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error);
cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *with, cl_mem_flags flags, size_t bytes, void *host,
                                    cl_int *error);
cl_mem clCreateSubBuffer(cl_mem of, cl_mem_flags flags, cl_buffer_create_type type, const void *region, cl_int *error);
cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *what, void *host,
                     cl_int *error);
cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height, size_t pitch,
                       void *host, cl_int *error);
cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width, size_t height, size_t depth,
                       size_t row, size_t slice, void *host, cl_int *error);
cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint bytes, cl_uint most, const cl_pipe_properties *with, cl_int *error);
cl_int clRetainMemObject(cl_mem object);
cl_int clReleaseMemObject(cl_mem object);
cl_int clGetMemObjectInfo(cl_mem of, cl_mem_info what, size_t bytes, void *value, size_t *size);
cl_int clGetImageInfo(cl_mem of, cl_image_info what, size_t bytes, void *value, size_t *size);
cl_int clGetSupportedImageFormats(cl_context of, cl_mem_flags flags, cl_mem_object_type type, cl_uint entries, cl_image_format *formats,
                                  cl_uint *count);
void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment);
void clSVMFree(cl_context context, void *memory);
cl_sampler clCreateSampler(cl_context context, cl_bool normalised, cl_addressing_mode addressing, cl_filter_mode filter, cl_int *error);
cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *with, cl_int *error);
cl_int clReleaseSampler(cl_sampler sampler);
cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts, const size_t *lengths, cl_int *error);
cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *status, cl_int *error);
cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count, const cl_device_id *devices, const char *names,
                                             cl_int *error);
cl_program clCreateProgramWithIL(cl_context context, const void *code, size_t bytes, cl_int *error);
cl_int clRetainProgram(cl_program program);
cl_int clReleaseProgram(cl_program program);
cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                      void (*notify)(cl_program, void *), void *data);
cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options, cl_uint headers,
                        const cl_program *programs, const char **names, void (*notify)(cl_program, void *), void *data);
cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices, const char *options, cl_uint inputs,
                         const cl_program *programs, void (*notify)(cl_program, void *), void *data, cl_int *error);
cl_int clUnloadCompiler(void);
cl_int clUnloadPlatformCompiler(cl_platform_id platform);
cl_int clGetProgramInfo(cl_program of, cl_program_info what, size_t bytes, void *value, size_t *size);
cl_int clGetProgramBuildInfo(cl_program of, cl_device_id device, cl_program_build_info what, size_t bytes, void *value, size_t *size);
cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error);
cl_int clCreateKernelsInProgram(cl_program program, cl_uint entries, cl_kernel *kernels, cl_uint *count);
cl_kernel clCloneKernel(cl_kernel of, cl_int *error);
cl_int clRetainKernel(cl_kernel kernel);
cl_int clReleaseKernel(cl_kernel kernel);
cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value);
cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value);
cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info what, size_t bytes, const void *value);
cl_int clGetKernelInfo(cl_kernel of, cl_kernel_info what, size_t bytes, void *value, size_t *size);
cl_int clGetKernelArgInfo(cl_kernel of, cl_uint index, cl_kernel_arg_info what, size_t bytes, void *value, size_t *size);
cl_int clGetKernelWorkGroupInfo(cl_kernel of, cl_device_id device, cl_kernel_work_group_info what, size_t bytes, void *value,
                                size_t *size);
cl_int clGetKernelSubGroupInfo(cl_kernel of, cl_device_id device, cl_kernel_sub_group_info what, size_t given, const void *input,
                               size_t bytes, void *value, size_t *size);
cl_int clWaitForEvents(cl_uint count, const cl_event *events);
cl_int clGetEventInfo(cl_event of, cl_event_info what, size_t bytes, void *value, size_t *size);
cl_event clCreateUserEvent(cl_context context, cl_int *error);
cl_int clRetainEvent(cl_event event);
cl_int clReleaseEvent(cl_event event);
cl_int clSetUserEventStatus(cl_event event, cl_int status);
cl_int clSetEventCallback(cl_event event, cl_int status, void (*notify)(cl_event, cl_int, void *), void *data);
cl_int clGetEventProfilingInfo(cl_event of, cl_profiling_info what, size_t bytes, void *value, size_t *size);
cl_int clFlush(cl_command_queue queue);
cl_int clFinish(cl_command_queue queue);
#define KV_CL_EVENTS cl_uint count, const cl_event *events, cl_event *event
cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem from, cl_bool waits, size_t offset, size_t bytes, void *to, KV_CL_EVENTS);
cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem from, cl_bool waits, const size_t *origin, const size_t *host,
                               const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *to,
                               KV_CL_EVENTS);
cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, cl_bool waits, size_t offset, size_t bytes, const void *from,
                            KV_CL_EVENTS);
cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem to, cl_bool waits, const size_t *origin, const size_t *host,
                                const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, const void *from,
                                KV_CL_EVENTS);
cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem to, const void *pattern, size_t length, size_t offset, size_t bytes,
                           KV_CL_EVENTS);
cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t bytes,
                           KV_CL_EVENTS);
cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice, KV_CL_EVENTS);
cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem from, cl_bool waits, const size_t *origin, const size_t *region, size_t row,
                          size_t slice, void *to, KV_CL_EVENTS);
cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem to, cl_bool waits, const size_t *origin, const size_t *region, size_t row,
                           size_t slice, const void *from, KV_CL_EVENTS);
cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem to, const void *colour, const size_t *origin, const size_t *region,
                          KV_CL_EVENTS);
cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
                          const size_t *region, KV_CL_EVENTS);
cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin, const size_t *region,
                                  size_t offset, KV_CL_EVENTS);
cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, const size_t *origin,
                                  const size_t *region, KV_CL_EVENTS);
void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem of, cl_bool waits, cl_map_flags flags, size_t offset, size_t bytes, KV_CL_EVENTS,
                         cl_int *error);
void *clEnqueueMapImage(cl_command_queue queue, cl_mem of, cl_bool waits, cl_map_flags flags, const size_t *origin, const size_t *region,
                        size_t *row, size_t *slice, KV_CL_EVENTS, cl_int *error);
cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem of, void *mapped, KV_CL_EVENTS);
cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint objects, const cl_mem *all, cl_mem_migration_flags flags, KV_CL_EVENTS);
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
                              const size_t *local, KV_CL_EVENTS);
cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, KV_CL_EVENTS);
cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event);
cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, KV_CL_EVENTS);
cl_int clEnqueueBarrier(cl_command_queue queue);
cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, KV_CL_EVENTS);
cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events);
cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool waits, void *to, const void *from, size_t bytes, KV_CL_EVENTS);
cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern, size_t length, size_t bytes, KV_CL_EVENTS);
cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool waits, cl_map_flags flags, void *of, size_t bytes, KV_CL_EVENTS);
cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *of, KV_CL_EVENTS);
void *clGetExtensionFunctionAddress(const char *name);
void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name);
#undef KV_CL_EVENTS
#ifdef __cplusplus
}
#endif
#endif
