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
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
struct ncclUniqueId { char internal[128]; };
struct cublasLtMatmulHeuristicResult_t { int state; };
struct cublasLtMatmulAlgo_t { unsigned long long data[8]; };
struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR; };
struct nvtxEventAttributes_t { int version, size, category, colorType, color, messageType; };
