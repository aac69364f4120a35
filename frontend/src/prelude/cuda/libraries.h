/* The toolkit's host libraries: their handles and codes, so that signatures of host functions parse. Of their functions
   nothing is declared, since host code means nothing to a kernel. */
#pragma once
#pragma clang system_header
#include <kverify/complex.h>
#define KV_HANDLES(X)                                                                                                  \
    X(cublasHandle_t) X(cublasXtHandle_t) X(cublasLtHandle_t) X(cublasLtMatmulDesc_t) X(cublasLtMatrixLayout_t)        \
    X(cublasLtMatmulPreference_t) X(cusparseHandle_t) X(cusparseMatDescr_t) X(cusparseSpMatDescr_t) X(csrgemm2Info_t)  \
    X(cusparseDnVecDescr_t) X(cusparseDnMatDescr_t) X(cusparseSpVecDescr_t) X(cusparseSpGEMMDescr_t) X(csrsv2Info_t)   \
    X(cusparseSpSVDescr_t) X(cusparseSpSMDescr_t) X(csric02Info_t) X(csrilu02Info_t) X(cusolverDnHandle_t)             \
    X(cusolverSpHandle_t) X(cusolverDnParams_t) X(syevjInfo_t) X(gesvdjInfo_t) X(csrcholInfo_t) X(csrqrInfo_t)         \
    X(cudnnHandle_t) X(cudnnTensorDescriptor_t) X(cudnnFilterDescriptor_t) X(cudnnConvolutionDescriptor_t)             \
    X(cudnnActivationDescriptor_t) X(cudnnPoolingDescriptor_t) X(cudnnLRNDescriptor_t) X(cudnnDropoutDescriptor_t)     \
    X(cudnnRNNDescriptor_t) X(cudnnOpTensorDescriptor_t) X(cudnnReduceTensorDescriptor_t) X(ncclComm_t)                \
    X(nvtxRangeId_t) X(nvtxDomainHandle_t) X(nvrtcProgram) X(nvmlDevice_t) X(MPI_Comm) X(MPI_Request) X(MPI_Datatype)  \
    X(CUmodule) X(CUfunction) X(CUarray) X(CUmipmappedArray) X(CUgraphicsResource) X(CUevent)
#define KV_CODES(X)                                                                                                    \
    X(cublasStatus_t) X(cublasOperation_t) X(cublasFillMode_t) X(cublasDiagType_t) X(cublasSideMode_t)                 \
    X(cublasComputeType_t) X(cublasGemmAlgo_t) X(cublasMath_t) X(cublasPointerMode_t) X(cublasLtEpilogue_t)            \
    X(cublasDataType_t) X(cudaDataType_t) X(cudaDataType) X(cufftHandle) X(cufftResult) X(cufftType)                   \
    X(cusparseStatus_t) X(cusparseOperation_t) X(cusparseIndexType_t) X(cusparseOrder_t) X(cusparseSpMVAlg_t)          \
    X(cusparseIndexBase_t) X(cusparseSolvePolicy_t) X(cusparseDirection_t) X(cusparseSpMMAlg_t) X(cusolverStatus_t)    \
    X(cusolverEigMode_t) X(cusolverEigRange_t) X(cudnnStatus_t) X(cudnnDataType_t) X(cudnnTensorFormat_t)              \
    X(cudnnConvolutionFwdAlgo_t) X(cudnnConvolutionBwdDataAlgo_t) X(cudnnConvolutionBwdFilterAlgo_t)                   \
    X(cudnnConvolutionMode_t) X(cudnnActivationMode_t) X(cudnnPoolingMode_t) X(ncclResult_t) X(ncclDataType_t)         \
    X(ncclRedOp_t) X(nvrtcResult) X(nvmlReturn_t) X(NppStatus)
#define KV_HANDLE(NAME) typedef struct Kv_##NAME *NAME;
#define KV_CODE(NAME) typedef int NAME;
KV_HANDLES(KV_HANDLE)
KV_CODES(KV_CODE)
#undef KV_HANDLE
#undef KV_CODE
#undef KV_HANDLES
#undef KV_CODES
/* Codes that declarations outside of functions name. */
enum {
    CUBLAS_STATUS_SUCCESS, CUBLAS_OP_N = 0, CUBLAS_OP_T, CUBLAS_OP_C, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH,
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_COMPUTE_64F,
    CUBLAS_COMPUTE_64F_PEDANTIC, CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32I_PEDANTIC, CUBLAS_COMPUTE_32F_FAST_16F,
    CUBLAS_COMPUTE_32F_FAST_16BF, CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUDA_R_32F = 0, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_C_32F, CUDA_C_64F, CUDA_R_8U = 8, CUDA_R_32I = 10, CUDA_R_16BF = 14,
    CUDA_R_8F_E4M3 = 28, CUDA_R_8F_E5M2,
    CUDNN_STATUS_SUCCESS = 0, CUDNN_TENSOR_NCHW = 0, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT = 0, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF,
    CUDNN_DATA_INT8, CUDNN_DATA_BFLOAT16 = 9, CUDNN_CROSS_CORRELATION = 1, CUDNN_CONVOLUTION = 0,
    CUFFT_SUCCESS = 0, CUFFT_FORWARD = -1, CUFFT_INVERSE = 1, CUSPARSE_STATUS_SUCCESS = 0, CUSOLVER_STATUS_SUCCESS = 0,
    ncclSuccess = 0, ncclSum = 0, ncclInt8 = 0, ncclInt = 2, ncclUint64 = 5, ncclHalf, ncclFloat16 = 6, ncclFloat, ncclFloat32 = 7,
    ncclDouble, ncclBfloat16
};
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
struct ncclUniqueId { char internal[128]; };
struct cublasLtMatmulHeuristicResult_t { int state; };
struct cublasLtMatmulAlgo_t { unsigned long long data[8]; };
struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR; };
struct nvtxEventAttributes_t { int version, size, category, colorType, color, messageType; };
