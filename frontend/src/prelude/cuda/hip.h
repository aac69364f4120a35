/* HIP in CUDA's words (HIP documentation, "HIP API syntax" and "CUDA to HIP porting guide"). How many lanes a wavefront has, 32 or 64, is the
   device's: what hangs on that is declared here and nowhere defined. */
#pragma once
#include <kverify/runtime.h>
#include <kverify/cooperative_groups.h>
#undef __CUDACC__
#undef __NVCC__
#undef __CUDA_ARCH__
#define __HIPCC__ 1
#define __HIP__ 1
#define __HIP_PLATFORM_AMD__ 1
#define __HIP_PLATFORM_HCC__ 1
#define __AMD__ 1
#define __AMDGPU__ 1
#define __AMDGCN__ 1
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ 1
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_VOTE__ 1
#define __HIP_ARCH_HAS_WARP_BALLOT__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__ 0
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ 1
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ 0
#define __HIP_ARCH_HAS_SURFACE_FUNCS__ 0
#define __HIP_ARCH_HAS_3DGRID__ 1
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ 0
#define __HIP_DEVICE_COMPILE__ 1
#define HIP_DYNAMIC_SHARED(TYPE, NAME) extern __shared__ TYPE NAME[];
#define HIP_SYMBOL(NAME) NAME
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define hipLaunchKernelGGL(KERNEL, GRID, BLOCK, BYTES, STREAM, ...) KERNEL<<<GRID, BLOCK, BYTES, STREAM>>>(__VA_ARGS__)
#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

typedef cudaError_t hipError_t;
typedef cudaStream_t hipStream_t;
typedef cudaEvent_t hipEvent_t;
typedef cudaDeviceProp hipDeviceProp_t;
typedef cudaPointerAttributes hipPointerAttribute_t;
#define hipLaunchKernel cudaLaunchKernel
#define hipHostFree cudaFreeHost
#define hipFreeHost cudaFreeHost
#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipErrorMemoryAllocation cudaErrorMemoryAllocation
#define hipErrorNotInitialized cudaErrorInitializationError
#define hipHostMallocDefault cudaHostAllocDefault
#define hipHostMallocMapped cudaHostAllocMapped
#define hipHostMallocPortable cudaHostAllocPortable
#define hipHostMallocWriteCombined cudaHostAllocWriteCombined
#pragma clang force_cuda_host_device begin
template <class T> cudaError_t hipHostMalloc(T **p, size_t bytes, unsigned flags = 0) {
    return cudaHostAlloc(p, bytes, flags);
}
#pragma clang force_cuda_host_device end
#define hipArray cudaArray
#define hipDeviceBlockingSync cudaDeviceBlockingSync
#define hipDeviceCanAccessPeer cudaDeviceCanAccessPeer
#define hipDeviceDisablePeerAccess cudaDeviceDisablePeerAccess
#define hipDeviceEnablePeerAccess cudaDeviceEnablePeerAccess
#define hipDeviceGetAttribute cudaDeviceGetAttribute
#define hipDeviceGetDefaultMemPool cudaDeviceGetDefaultMemPool
#define hipDeviceGetLimit cudaDeviceGetLimit
#define hipDeviceGetPCIBusId cudaDeviceGetPCIBusId
#define hipDeviceGetStreamPriorityRange cudaDeviceGetStreamPriorityRange
#define hipDeviceLmemResizeToMax cudaDeviceLmemResizeToMax
#define hipDeviceMapHost cudaDeviceMapHost
#define hipDeviceReset cudaDeviceReset
#define hipDeviceScheduleAuto cudaDeviceScheduleAuto
#define hipDeviceScheduleBlockingSync cudaDeviceScheduleBlockingSync
#define hipDeviceScheduleSpin cudaDeviceScheduleSpin
#define hipDeviceScheduleYield cudaDeviceScheduleYield
#define hipDeviceSetCacheConfig cudaDeviceSetCacheConfig
#define hipDeviceSetLimit cudaDeviceSetLimit
#define hipDeviceSetSharedMemConfig cudaDeviceSetSharedMemConfig
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipErrorAssert cudaErrorAssert
#define hipErrorInsufficientDriver cudaErrorInsufficientDriver
#define hipErrorInvalidConfiguration cudaErrorInvalidConfiguration
#define hipErrorInvalidDevice cudaErrorInvalidDevice
#define hipErrorInvalidDevicePointer cudaErrorInvalidDevicePointer
#define hipErrorInvalidSymbol cudaErrorInvalidSymbol
#define hipErrorInvalidValue cudaErrorInvalidValue
#define hipErrorLaunchFailure cudaErrorLaunchFailure
#define hipErrorLaunchOutOfResources cudaErrorLaunchOutOfResources
#define hipErrorNoDevice cudaErrorNoDevice
#define hipErrorNotReady cudaErrorNotReady
#define hipErrorNotSupported cudaErrorNotSupported
#define hipErrorPeerAccessAlreadyEnabled cudaErrorPeerAccessAlreadyEnabled
#define hipErrorUnknown cudaErrorUnknown
#define hipEventBlockingSync cudaEventBlockingSync
#define hipEventCreate cudaEventCreate
#define hipEventCreateWithFlags cudaEventCreateWithFlags
#define hipEventDefault cudaEventDefault
#define hipEventDestroy cudaEventDestroy
#define hipEventDisableTiming cudaEventDisableTiming
#define hipEventElapsedTime cudaEventElapsedTime
#define hipEventInterprocess cudaEventInterprocess
#define hipEventQuery cudaEventQuery
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipExtent cudaExtent
#define hipFree cudaFree
#define hipFreeArray cudaFreeArray
#define hipFreeAsync cudaFreeAsync
#define hipFuncAttribute cudaFuncAttribute
#define hipFuncAttributeMaxDynamicSharedMemorySize cudaFuncAttributeMaxDynamicSharedMemorySize
#define hipFuncAttributePreferredSharedMemoryCarveout cudaFuncAttributePreferredSharedMemoryCarveout
#define hipFuncCache cudaFuncCache
#define hipFuncCachePreferEqual cudaFuncCachePreferEqual
#define hipFuncCachePreferL1 cudaFuncCachePreferL1
#define hipFuncCachePreferNone cudaFuncCachePreferNone
#define hipFuncCachePreferShared cudaFuncCachePreferShared
#define hipFuncSetAttribute cudaFuncSetAttribute
#define hipFuncSetCacheConfig cudaFuncSetCacheConfig
#define hipFuncSetSharedMemConfig cudaFuncSetSharedMemConfig
#define hipGetDevice cudaGetDevice
#define hipGetDeviceCount cudaGetDeviceCount
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipGetErrorName cudaGetErrorName
#define hipGetErrorString cudaGetErrorString
#define hipGetLastError cudaGetLastError
#define hipGetSymbolAddress cudaGetSymbolAddress
#define hipHostGetDevicePointer cudaHostGetDevicePointer
#define hipHostRegister cudaHostRegister
#define hipHostUnregister cudaHostUnregister
#define hipLaunchCooperativeKernel cudaLaunchCooperativeKernel
#define hipLaunchHostFunc cudaLaunchHostFunc
#define hipLaunchKernel cudaLaunchKernel
#define hipLimit cudaLimit
#define hipLimitDevRuntimePendingLaunchCount cudaLimitDevRuntimePendingLaunchCount
#define hipLimitDevRuntimeSyncDepth cudaLimitDevRuntimeSyncDepth
#define hipLimitMallocHeapSize cudaLimitMallocHeapSize
#define hipLimitMaxL2FetchGranularity cudaLimitMaxL2FetchGranularity
#define hipLimitPersistingL2CacheSize cudaLimitPersistingL2CacheSize
#define hipLimitPrintfFifoSize cudaLimitPrintfFifoSize
#define hipLimitStackSize cudaLimitStackSize
#define hipMalloc cudaMalloc
#define hipMalloc3D cudaMalloc3D
#define hipMalloc3DArray cudaMalloc3DArray
#define hipMallocAsync cudaMallocAsync
#define hipMallocHost cudaMallocHost
#define hipMallocManaged cudaMallocManaged
#define hipMallocPitch cudaMallocPitch
#define hipMemAdvise cudaMemAdvise
#define hipMemAdviseSetAccessedBy cudaMemAdviseSetAccessedBy
#define hipMemAdviseSetPreferredLocation cudaMemAdviseSetPreferredLocation
#define hipMemAdviseSetReadMostly cudaMemAdviseSetReadMostly
#define hipMemAttachGlobal cudaMemAttachGlobal
#define hipMemAttachHost cudaMemAttachHost
#define hipMemAttachSingle cudaMemAttachSingle
#define hipMemGetInfo cudaMemGetInfo
#define hipMemPrefetchAsync cudaMemPrefetchAsync
#define hipMemcpy cudaMemcpy
#define hipMemcpy2D cudaMemcpy2D
#define hipMemcpy2DAsync cudaMemcpy2DAsync
#define hipMemcpy3D cudaMemcpy3D
#define hipMemcpy3DAsync cudaMemcpy3DAsync
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemcpyDefault cudaMemcpyDefault
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyFromSymbol cudaMemcpyFromSymbol
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyHostToHost cudaMemcpyHostToHost
#define hipMemcpyKind cudaMemcpyKind
#define hipMemcpyPeer cudaMemcpyPeer
#define hipMemcpyPeerAsync cudaMemcpyPeerAsync
#define hipMemcpyToSymbol cudaMemcpyToSymbol
#define hipMemcpyToSymbolAsync cudaMemcpyToSymbolAsync
#define hipMemoryAdvise cudaMemoryAdvise
#define hipMemoryType cudaMemoryType
#define hipMemoryTypeDevice cudaMemoryTypeDevice
#define hipMemoryTypeHost cudaMemoryTypeHost
#define hipMemoryTypeManaged cudaMemoryTypeManaged
#define hipMemoryTypeUnregistered cudaMemoryTypeUnregistered
#define hipMemset cudaMemset
#define hipMemset2D cudaMemset2D
#define hipMemset3D cudaMemset3D
#define hipMemsetAsync cudaMemsetAsync
#define hipOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessor
#define hipOccupancyMaxPotentialBlockSize cudaOccupancyMaxPotentialBlockSize
#define hipPeekAtLastError cudaPeekAtLastError
#define hipPitchedPtr cudaPitchedPtr
#define hipPointerGetAttributes cudaPointerGetAttributes
#define hipPos cudaPos
#define hipSetDevice cudaSetDevice
#define hipSetDeviceFlags cudaSetDeviceFlags
#define hipSharedMemBankSizeDefault cudaSharedMemBankSizeDefault
#define hipSharedMemBankSizeEightByte cudaSharedMemBankSizeEightByte
#define hipSharedMemBankSizeFourByte cudaSharedMemBankSizeFourByte
#define hipSharedMemConfig cudaSharedMemConfig
#define hipStreamAddCallback cudaStreamAddCallback
#define hipStreamAttachMemAsync cudaStreamAttachMemAsync
#define hipStreamBeginCapture cudaStreamBeginCapture
#define hipStreamCaptureMode cudaStreamCaptureMode
#define hipStreamCaptureModeGlobal cudaStreamCaptureModeGlobal
#define hipStreamCaptureModeRelaxed cudaStreamCaptureModeRelaxed
#define hipStreamCaptureModeThreadLocal cudaStreamCaptureModeThreadLocal
#define hipStreamCreate cudaStreamCreate
#define hipStreamCreateWithFlags cudaStreamCreateWithFlags
#define hipStreamCreateWithPriority cudaStreamCreateWithPriority
#define hipStreamDefault cudaStreamDefault
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamEndCapture cudaStreamEndCapture
#define hipStreamLegacy cudaStreamLegacy
#define hipStreamNonBlocking cudaStreamNonBlocking
#define hipStreamPerThread cudaStreamPerThread
#define hipStreamQuery cudaStreamQuery
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamWaitEvent cudaStreamWaitEvent
#define hipSuccess cudaSuccess

/* By lanes of a wavefront. */
__device__ int hip_wavefront_size();
#define warpSize hip_wavefront_size()
#define KV_LANES(NAME, RESULT, ...) template <class T> __device__ RESULT hip_wavefront_##NAME(__VA_ARGS__);
KV_LANES(shfl, T, T value, int lane, int width = 0)
KV_LANES(shfl_up, T, T value, unsigned by, int width = 0)
KV_LANES(shfl_down, T, T value, unsigned by, int width = 0)
KV_LANES(shfl_xor, T, T value, int lanes, int width = 0)
KV_LANES(shfl_sync, T, unsigned long long mask, T value, int lane, int width = 0)
KV_LANES(shfl_up_sync, T, unsigned long long mask, T value, unsigned by, int width = 0)
KV_LANES(shfl_down_sync, T, unsigned long long mask, T value, unsigned by, int width = 0)
KV_LANES(shfl_xor_sync, T, unsigned long long mask, T value, int lanes, int width = 0)
KV_LANES(any, int, T value)
KV_LANES(all, int, T value)
KV_LANES(ballot, unsigned long long, T value)
KV_LANES(any_sync, int, unsigned long long mask, T value)
KV_LANES(all_sync, int, unsigned long long mask, T value)
KV_LANES(ballot_sync, unsigned long long, unsigned long long mask, T value)
KV_LANES(match_any, unsigned long long, T value)
KV_LANES(match_any_sync, unsigned long long, unsigned long long mask, T value)
#undef KV_LANES
__device__ unsigned long long hip_wavefront_activemask();
__device__ unsigned hip_wavefront_lane_id();
__device__ void __kv_bare_barrier();
__device__ void __kv_wave_barrier();
__device__ void hip_wavefront_syncwarp(unsigned long long mask = ~0ull);
__device__ cooperative_groups::coalesced_group hip_wavefront_coalesced_threads();
#define __shfl hip_wavefront_shfl
#define __shfl_up hip_wavefront_shfl_up
#define __shfl_down hip_wavefront_shfl_down
#define __shfl_xor hip_wavefront_shfl_xor
#define __shfl_sync hip_wavefront_shfl_sync
#define __shfl_up_sync hip_wavefront_shfl_up_sync
#define __shfl_down_sync hip_wavefront_shfl_down_sync
#define __shfl_xor_sync hip_wavefront_shfl_xor_sync
#define __any hip_wavefront_any
#define __all hip_wavefront_all
#define __ballot hip_wavefront_ballot
#define __any_sync hip_wavefront_any_sync
#define __all_sync hip_wavefront_all_sync
#define __ballot_sync hip_wavefront_ballot_sync
#define __match_any hip_wavefront_match_any
#define __match_any_sync hip_wavefront_match_any_sync
#define __activemask hip_wavefront_activemask
#define __lane_id hip_wavefront_lane_id
#define __builtin_amdgcn_s_barrier __kv_bare_barrier
#define __builtin_amdgcn_wave_barrier __kv_wave_barrier
#define __syncwarp hip_wavefront_syncwarp
#define coalesced_threads hip_wavefront_coalesced_threads
