/* CUDA's runtime API, so that host code parses and its launches can be read. */
#pragma once
#ifdef KV_TOOLKIT
#include <cuda_runtime.h>
#else
/* Sources ask which of the toolkit's headers were there by these. */
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#pragma clang force_cuda_host_device begin
#define KV_ERRORS(X)                                                                                                   \
    X(cudaSuccess, 0) X(cudaErrorInvalidValue, 1) X(cudaErrorMemoryAllocation, 2)                                      \
    X(cudaErrorInitializationError, 3) X(cudaErrorCudartUnloading, 4) X(cudaErrorProfilerDisabled, 5)                  \
    X(cudaErrorProfilerNotInitialized, 6) X(cudaErrorProfilerAlreadyStarted, 7)                                        \
    X(cudaErrorProfilerAlreadyStopped, 8) X(cudaErrorInvalidConfiguration, 9) X(cudaErrorInvalidPitchValue, 12)        \
    X(cudaErrorInvalidSymbol, 13) X(cudaErrorInvalidHostPointer, 16) X(cudaErrorInvalidDevicePointer, 17)              \
    X(cudaErrorInvalidTexture, 18) X(cudaErrorInvalidTextureBinding, 19) X(cudaErrorInvalidChannelDescriptor, 20)      \
    X(cudaErrorInvalidMemcpyDirection, 21) X(cudaErrorAddressOfConstant, 22) X(cudaErrorTextureFetchFailed, 23)        \
    X(cudaErrorTextureNotBound, 24) X(cudaErrorSynchronizationError, 25) X(cudaErrorInvalidFilterSetting, 26)          \
    X(cudaErrorInvalidNormSetting, 27) X(cudaErrorMixedDeviceExecution, 28) X(cudaErrorNotYetImplemented, 31)          \
    X(cudaErrorMemoryValueTooLarge, 32) X(cudaErrorStubLibrary, 34) X(cudaErrorInsufficientDriver, 35)                 \
    X(cudaErrorCallRequiresNewerDriver, 36) X(cudaErrorInvalidSurface, 37) X(cudaErrorDuplicateVariableName, 43)       \
    X(cudaErrorDuplicateTextureName, 44) X(cudaErrorDuplicateSurfaceName, 45) X(cudaErrorDevicesUnavailable, 46)       \
    X(cudaErrorIncompatibleDriverContext, 49) X(cudaErrorMissingConfiguration, 52)                                     \
    X(cudaErrorPriorLaunchFailure, 53) X(cudaErrorLaunchMaxDepthExceeded, 65) X(cudaErrorLaunchFileScopedTex, 66)      \
    X(cudaErrorLaunchFileScopedSurf, 67) X(cudaErrorSyncDepthExceeded, 68)                                             \
    X(cudaErrorLaunchPendingCountExceeded, 69) X(cudaErrorInvalidDeviceFunction, 98) X(cudaErrorNoDevice, 100)         \
    X(cudaErrorInvalidDevice, 101) X(cudaErrorDeviceNotLicensed, 102)                                                  \
    X(cudaErrorSoftwareValidityNotEstablished, 103) X(cudaErrorStartupFailure, 127)                                    \
    X(cudaErrorInvalidKernelImage, 200) X(cudaErrorDeviceUninitialized, 201)                                           \
    X(cudaErrorMapBufferObjectFailed, 205) X(cudaErrorUnmapBufferObjectFailed, 206) X(cudaErrorArrayIsMapped, 207)     \
    X(cudaErrorAlreadyMapped, 208) X(cudaErrorNoKernelImageForDevice, 209) X(cudaErrorAlreadyAcquired, 210)            \
    X(cudaErrorNotMapped, 211) X(cudaErrorNotMappedAsArray, 212) X(cudaErrorNotMappedAsPointer, 213)                   \
    X(cudaErrorECCUncorrectable, 214) X(cudaErrorUnsupportedLimit, 215) X(cudaErrorDeviceAlreadyInUse, 216)            \
    X(cudaErrorPeerAccessUnsupported, 217) X(cudaErrorInvalidPtx, 218) X(cudaErrorInvalidGraphicsContext, 219)         \
    X(cudaErrorNvlinkUncorrectable, 220) X(cudaErrorJitCompilerNotFound, 221)                                          \
    X(cudaErrorUnsupportedPtxVersion, 222) X(cudaErrorJitCompilationDisabled, 223)                                     \
    X(cudaErrorUnsupportedExecAffinity, 224) X(cudaErrorUnsupportedDevSideSync, 225) X(cudaErrorContained, 226)        \
    X(cudaErrorInvalidSource, 300) X(cudaErrorFileNotFound, 301) X(cudaErrorSharedObjectSymbolNotFound, 302)           \
    X(cudaErrorSharedObjectInitFailed, 303) X(cudaErrorOperatingSystem, 304)                                           \
    X(cudaErrorInvalidResourceHandle, 400) X(cudaErrorIllegalState, 401) X(cudaErrorLossyQuery, 402)                   \
    X(cudaErrorSymbolNotFound, 500) X(cudaErrorNotReady, 600) X(cudaErrorIllegalAddress, 700)                          \
    X(cudaErrorLaunchOutOfResources, 701) X(cudaErrorLaunchTimeout, 702)                                               \
    X(cudaErrorLaunchIncompatibleTexturing, 703) X(cudaErrorPeerAccessAlreadyEnabled, 704)                             \
    X(cudaErrorPeerAccessNotEnabled, 705) X(cudaErrorSetOnActiveProcess, 708) X(cudaErrorContextIsDestroyed, 709)      \
    X(cudaErrorAssert, 710) X(cudaErrorTooManyPeers, 711) X(cudaErrorHostMemoryAlreadyRegistered, 712)                 \
    X(cudaErrorHostMemoryNotRegistered, 713) X(cudaErrorHardwareStackError, 714)                                       \
    X(cudaErrorIllegalInstruction, 715) X(cudaErrorMisalignedAddress, 716) X(cudaErrorInvalidAddressSpace, 717)        \
    X(cudaErrorInvalidPc, 718) X(cudaErrorLaunchFailure, 719) X(cudaErrorCooperativeLaunchTooLarge, 720)               \
    X(cudaErrorTensorMemoryLeak, 721) X(cudaErrorNotPermitted, 800) X(cudaErrorNotSupported, 801)                      \
    X(cudaErrorSystemNotReady, 802) X(cudaErrorSystemDriverMismatch, 803)                                              \
    X(cudaErrorCompatNotSupportedOnDevice, 804) X(cudaErrorMpsConnectionFailed, 805)                                   \
    X(cudaErrorMpsRpcFailure, 806) X(cudaErrorMpsServerNotReady, 807) X(cudaErrorMpsMaxClientsReached, 808)            \
    X(cudaErrorMpsMaxConnectionsReached, 809) X(cudaErrorMpsClientTerminated, 810)                                     \
    X(cudaErrorCdpNotSupported, 811) X(cudaErrorCdpVersionMismatch, 812) X(cudaErrorStreamCaptureUnsupported, 900)     \
    X(cudaErrorStreamCaptureInvalidated, 901) X(cudaErrorStreamCaptureMerge, 902)                                      \
    X(cudaErrorStreamCaptureUnmatched, 903) X(cudaErrorStreamCaptureUnjoined, 904)                                     \
    X(cudaErrorStreamCaptureIsolation, 905) X(cudaErrorStreamCaptureImplicit, 906) X(cudaErrorCapturedEvent, 907)      \
    X(cudaErrorStreamCaptureWrongThread, 908) X(cudaErrorTimeout, 909) X(cudaErrorGraphExecUpdateFailure, 910)         \
    X(cudaErrorExternalDevice, 911) X(cudaErrorInvalidClusterSize, 912) X(cudaErrorFunctionNotLoaded, 913)             \
    X(cudaErrorInvalidResourceType, 914) X(cudaErrorInvalidResourceConfiguration, 915) X(cudaErrorUnknown, 999)        \
    X(cudaErrorApiFailureBase, 10000)
enum cudaError {
#define KV_ERROR(NAME, VALUE) NAME = VALUE,
    KV_ERRORS(KV_ERROR)
#undef KV_ERROR
};
typedef enum cudaError cudaError_t;
typedef enum cudaError CUresult;
#define CUDA_SUCCESS cudaSuccess
enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaComputeMode {
    cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrWarpSize = 10,
    cudaDevAttrMultiProcessorCount = 16, cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrCooperativeLaunch = 95, cudaDevAttrComputeMode = 20, cudaDevAttrIntegrated = 18,
    cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxGridDimX = 5, cudaDevAttrClockRate = 13, cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38, cudaDevAttrManagedMemory = 83,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrCanMapHostMemory = 19, cudaDevAttrUnifiedAddressing = 41, cudaDevAttrHostNativeAtomicSupported = 86,
    cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrIpcEventSupport = 125, cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrMemoryPoolsSupported = 115
};
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseSetAccessedBy = 5 };
typedef struct KvStream *cudaStream_t;
typedef struct KvEvent *cudaEvent_t;
typedef struct KvGraph *cudaGraph_t;
typedef struct KvGraphExec *cudaGraphExec_t;
typedef struct KvGraphNode *cudaGraphNode_t;
typedef unsigned long long cudaGraphConditionalHandle;
void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value);
typedef struct KvMemPool *cudaMemPool_t;
typedef struct KvArray *cudaArray_t;
typedef struct KvArray cudaArray;
typedef struct KvMipmappedArray *cudaMipmappedArray_t;
struct cudaGraphicsResource;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct KvExternalMemory *cudaExternalMemory_t;
typedef struct KvExternalSemaphore *cudaExternalSemaphore_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);
typedef void (*cudaHostFn_t)(void *data);
struct cudaIpcMemHandle_t { char reserved[64]; };
struct cudaIpcEventHandle_t { char reserved[64]; };
struct cudaUUID_t { char bytes[16]; };
typedef cudaStream_t CUstream;
typedef int CUdevice;
typedef struct KvContext *CUcontext;
typedef unsigned long long CUdeviceptr;
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, textureAlignment, sharedMemPerMultiprocessor;
    size_t sharedMemPerBlockOptin;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor;
    int multiProcessorCount, integrated, canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID;
    int pciDeviceID, memoryClockRate, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, unifiedAddressing;
    int managedMemory, concurrentManagedAccess, cooperativeLaunch, deviceOverlap, asyncEngineCount, pciDomainID;
    int kernelExecTimeoutEnabled, tccDriver, isMultiGpuBoard, persistingL2CacheMaxSize, accessPolicyMaxWindowSize;
    int regsPerMultiprocessor, cooperativeMultiDeviceLaunch, maxTexture1D, maxTexture2D[2], maxTexture3D[3];
    int streamPrioritiesSupported, pageableMemoryAccess, hostNativeAtomicSupported, computePreemptionSupported;
    cudaUUID_t uuid;
};
struct cudaExtent { size_t width, height, depth; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaPos { size_t x, y, z; };
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void **kernelParams, **extra;
};
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    cudaAccessProperty hitProp, missProp;
};
union cudaStreamAttrValue { cudaAccessPolicyWindow accessPolicyWindow; int syncPolicy; };
typedef cudaStreamAttrValue cudaStreamAttrValue_t;
enum cudaStreamAttrID { cudaStreamAttributeAccessPolicyWindow = 1, cudaStreamAttributeSynchronizationPolicy = 3 };
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
};
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
struct cudaMemLocation { cudaMemLocationType type; int id; };
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs; };
struct cudaPointerAttributes { int type, device; void *devicePointer, *hostPointer; };

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaThreadExit();
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaFree(void *p);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemset(void *p, int byte, size_t bytes);
cudaError_t cudaMemsetAsync(void *p, int byte, size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void *p, size_t pitch, int byte, size_t width, size_t height);
cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *p);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *p);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *what);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *what, cudaStream_t stream = 0);
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent);
cudaError_t cudaMemset3D(cudaPitchedPtr p, int byte, cudaExtent extent);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID id, const cudaStreamAttrValue *value);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t bytes = 0, unsigned flags = 4);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags);
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
    cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization,
    cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority
};
union cudaLaunchAttributeValue {
    int cooperative, priority, programmaticStreamSerializationAllowed;
    struct { unsigned x, y, z; } clusterDim;
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **args);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaKernelNodeParams *what);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaMemcpy3DParms *what);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                   const cudaMemsetParams *what);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                                 const cudaHostNodeParams *what);
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p);
cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void *p);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **p, size_t *bytes, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array, cudaGraphicsResource_t resource, unsigned index,
                                                  unsigned level);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
}
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    cudaExtent extent = {width, height, depth};
    return extent;
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    cudaPos at = {x, y, z};
    return at;
}
inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize, size_t ysize) {
    cudaPitchedPtr pointer = {p, pitch, xsize, ysize};
    return pointer;
}
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaIpcMemLazyEnablePeerAccess 1
#define cudaEventInterprocess 4
#define cudaGraphicsRegisterFlagsNone 0
#define cudaGraphicsMapFlagsNone 0
#define cudaGraphicsMapFlagsReadOnly 1
#define cudaGraphicsMapFlagsWriteDiscard 2
#define cudaGraphicsRegisterFlagsWriteDiscard 2
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaInvalidDeviceId (-2)
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaDeviceLmemResizeToMax 16
#define cudaCpuDeviceId (-1)
/* Their parameters differ between the toolkit's versions, and mean nothing here. */
template <class... A> cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, A... more);
template <class... A> cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, A... more);
template <class... A> cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, A... more);
template <class... A> cudaError_t cudaMemPrefetchAsync(const void *p, size_t bytes, A... more);
template <class... A> cudaError_t cudaMemAdvise(const void *p, size_t bytes, A... more);
template <class D> cudaError_t cudaMalloc3DArray(cudaArray_t *array, const D *format, cudaExtent extent,
                                                 unsigned flags = 0);
template <class T> cudaError_t cudaMalloc(T **p, size_t bytes);
template <class T> cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream);
template <class T> cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned flags = 1);
template <class T> cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned flags = 0);
template <class T> cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned flags);
template <class T> cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height);
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags);
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol);
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset,
                                                       cudaMemcpyKind kind, cudaStream_t stream = 0);
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value);
template <class T> cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config);
template <class T> cudaError_t cudaFuncSetSharedMemConfig(T *kernel, cudaSharedMemConfig config);
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel);
template <class T> cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **args,
                                                           size_t shared = 0, cudaStream_t stream = 0);
template <class... P, class... A> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...args);
template <class T> cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0,
                                                cudaStream_t stream = 0);
template <class T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int block_size,
                                                                             size_t shared);
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared = 0,
                                                                  int limit = 0);
#pragma clang force_cuda_host_device end
#endif
