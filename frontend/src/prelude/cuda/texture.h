/* Textures and surfaces. A surface, and a texture that is fetched by integer, is memory with rows 2^32 bytes apart,
   so that races on surfaces are races; what a texture's filter yields is unknown. */
#pragma once
#include <kverify/runtime.h>
#pragma clang force_cuda_host_device begin
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone
};
enum cudaResourceType {
    cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D
};
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
typedef const struct KvTexture *cudaTextureObject_t;
typedef struct KvSurface *cudaSurfaceObject_t;
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct { cudaArray_t array; } array;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
};
struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB, normalizedCoords;
    float borderColor[4];
};
struct cudaResourceViewDesc { int format; };
struct textureReference {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};
template <class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
template <class T = void, int D = 1> struct __attribute__((device_builtin_surface_type)) surface {};

template <class T, cudaTextureReadMode M> struct KvTexel { typedef T type; };
template <> struct KvTexel<unsigned char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct KvTexel<unsigned short, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct KvTexel<uchar2, cudaReadModeNormalizedFloat> { typedef float2 type; };
template <> struct KvTexel<uchar4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <> struct KvTexel<ushort4, cudaReadModeNormalizedFloat> { typedef float4 type; };

template <class R> R __kv_texture_read();
#define KV_TEXTURE(NAME, ...)                                                                                          \
    template <class T> T NAME(cudaTextureObject_t, __VA_ARGS__) { return __kv_texture_read<T>(); }                     \
    template <class T> void NAME(T *to, cudaTextureObject_t, __VA_ARGS__) { *to = __kv_texture_read<T>(); }            \
    template <class T, int D, cudaTextureReadMode M>                                                                   \
    typename KvTexel<T, M>::type NAME(const texture<T, D, M> &, __VA_ARGS__) {                                         \
        return __kv_texture_read<typename KvTexel<T, M>::type>();                                                      \
    }
KV_TEXTURE(tex1D, float)
KV_TEXTURE(tex2D, float, float)
KV_TEXTURE(tex3D, float, float, float)
KV_TEXTURE(tex1DLod, float, float)
KV_TEXTURE(tex2DLod, float, float, float)
KV_TEXTURE(tex3DLod, float, float, float, float)
KV_TEXTURE(tex1DLayered, float, int)
KV_TEXTURE(tex2DLayered, float, float, int)
KV_TEXTURE(texCubemap, float, float, float)
KV_TEXTURE(tex2Dgather, float, float, int)
#undef KV_TEXTURE
template <class T> T tex1Dfetch(cudaTextureObject_t t, int x) { return ((const T *)t)[x]; }
template <class T> void tex1Dfetch(T *to, cudaTextureObject_t t, int x) { *to = ((const T *)t)[x]; }
template <class T, int D, cudaTextureReadMode M>
typename KvTexel<T, M>::type tex1Dfetch(const texture<T, D, M> &, int) {
    return __kv_texture_read<typename KvTexel<T, M>::type>();
}

#define KV_SURFACE_CELL(s, x, row) ((T *)((char *)(s) + ((long long)(row) << 32) + (long long)(x)))
#define KV_SURFACE(NAME, COORDINATES, X, ROW)                                                                          \
    template <class T>                                                                                                 \
    T NAME##read(cudaSurfaceObject_t s, COORDINATES, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                 \
        return *KV_SURFACE_CELL(s, X, ROW);                                                                            \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    void NAME##read(T *to, cudaSurfaceObject_t s, COORDINATES, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {       \
        *to = *KV_SURFACE_CELL(s, X, ROW);                                                                             \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    void NAME##write(T value, cudaSurfaceObject_t s, COORDINATES, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {    \
        *KV_SURFACE_CELL(s, X, ROW) = value;                                                                           \
    }                                                                                                                  \
    template <class T, class U, int D>                                                                                 \
    void NAME##read(T *to, const surface<U, D> &s, COORDINATES, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {      \
        *to = *KV_SURFACE_CELL(&s, X, ROW);                                                                            \
    }                                                                                                                  \
    template <class T, class U, int D>                                                                                 \
    void NAME##write(T value, const surface<U, D> &s, COORDINATES, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {   \
        *KV_SURFACE_CELL(&s, X, ROW) = value;                                                                          \
    }
#define KV_COMMA ,
KV_SURFACE(surf1D, int x, x, 0)
KV_SURFACE(surf2D, int x KV_COMMA int y, x, y)
KV_SURFACE(surf3D, int x KV_COMMA int y KV_COMMA int z, x, ((long long)z << 16) + y)
KV_SURFACE(surf2DLayered, int x KV_COMMA int y KV_COMMA int z, x, ((long long)z << 16) + y)
#undef KV_SURFACE
#undef KV_COMMA

template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();
extern "C" {
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *t, const cudaResourceDesc *resource, const cudaTextureDesc *texture,
                                    const cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t t);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *s, const cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t s);
cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width, size_t height = 0,
                            unsigned flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind);
}
cudaError_t cudaBindTexture(size_t *offset, const textureReference *t, const void *p, const cudaChannelFormatDesc *desc,
                            size_t bytes = ~(size_t)0);
cudaError_t cudaUnbindTexture(const textureReference *t);
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, D, M> &t, const void *p, size_t bytes = ~(size_t)0);
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, D, M> &t, const void *p, const cudaChannelFormatDesc &desc,
                            size_t bytes = ~(size_t)0);
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &t, cudaArray_t array);
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &t, cudaArray_t array, const cudaChannelFormatDesc &desc);
template <class T, int D, cudaTextureReadMode M> cudaError_t cudaUnbindTexture(const texture<T, D, M> &t);
#pragma clang force_cuda_host_device end
