/* Textures and surfaces. A surface is memory with rows 2^32 bytes apart, so that races on surfaces are races. What a
   kernel writes is not what it reads through a texture (CUDA C++ Programming Guide, "Read/Write Coherency"), so a texture
   yields a function of the place that is asked for. */
#pragma once
#include <kverify/runtime.h>
#pragma clang force_cuda_host_device begin
#ifndef KV_TOOLKIT
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
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 1
#define cudaSurfaceType2D 2
#define cudaSurfaceType3D 3
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC
#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
typedef unsigned long long cudaTextureObject_t, CUtexObject;
typedef struct KvSurface *cudaSurfaceObject_t, *CUsurfObject;
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
#endif
/* References are gone from CUDA 12; sources still use them. */
#if !defined(KV_TOOLKIT) || CUDART_VERSION >= 12000
struct textureReference {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};
template <class T, int D = 1, cudaTextureReadMode M = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
template <class T = void, int D = 1> struct __attribute__((device_builtin_surface_type)) surface {};
#endif

template <class T, cudaTextureReadMode M> struct KvTexel { typedef T type; };
template <> struct KvTexel<unsigned char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct KvTexel<unsigned short, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct KvTexel<uchar2, cudaReadModeNormalizedFloat> { typedef float2 type; };
template <> struct KvTexel<uchar4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <> struct KvTexel<ushort4, cudaReadModeNormalizedFloat> { typedef float4 type; };

/* What a texture yields for coordinates; the numbers say which function asks, and for which component. */
template <class R, class... C> R __kv_texture_read(unsigned long long texture, int function, int component, C... place);
template <class R> struct KvFetch {
    template <class... C> static R at(unsigned long long t, int function, C... place) {
        return __kv_texture_read<R>(t, function, 0, place...);
    }
};
#define KV_FETCH(S, E)                                                                                                 \
    template <> struct KvFetch<S##1> {                                                                                 \
        template <class... C> static S##1 at(unsigned long long t, int f, C... p) {                                    \
            return {__kv_texture_read<E>(t, f, 0, p...)};                                                              \
        }                                                                                                              \
    };                                                                                                                 \
    template <> struct KvFetch<S##2> {                                                                                 \
        template <class... C> static S##2 at(unsigned long long t, int f, C... p) {                                    \
            return {__kv_texture_read<E>(t, f, 0, p...), __kv_texture_read<E>(t, f, 1, p...)};                         \
        }                                                                                                              \
    };                                                                                                                 \
    template <> struct KvFetch<S##4> {                                                                                 \
        template <class... C> static S##4 at(unsigned long long t, int f, C... p) {                                    \
            return {__kv_texture_read<E>(t, f, 0, p...), __kv_texture_read<E>(t, f, 1, p...),                          \
                    __kv_texture_read<E>(t, f, 2, p...), __kv_texture_read<E>(t, f, 3, p...)};                         \
        }                                                                                                              \
    };
KV_FETCH(char, signed char) KV_FETCH(uchar, unsigned char) KV_FETCH(short, short) KV_FETCH(ushort, unsigned short)
KV_FETCH(int, int) KV_FETCH(uint, unsigned) KV_FETCH(float, float)
#undef KV_FETCH
#define KV_COMMA ,
#define KV_TEXTURE(NUMBER, NAME, PARAMETERS, COORDINATES)                                                              \
    template <class T> T NAME(cudaTextureObject_t t, PARAMETERS) {                                                     \
        return KvFetch<T>::at(t, NUMBER, COORDINATES);                                                           \
    }                                                                                                                  \
    template <class T> void NAME(T *to, cudaTextureObject_t t, PARAMETERS) {                                           \
        *to = KvFetch<T>::at(t, NUMBER, COORDINATES);                                                            \
    }                                                                                                                  \
    template <class T, int D, cudaTextureReadMode M>                                                                   \
    typename KvTexel<T, M>::type NAME(const texture<T, D, M> &t, PARAMETERS) {                                         \
        return KvFetch<typename KvTexel<T, M>::type>::at((unsigned long long)&t, NUMBER, COORDINATES);           \
    }
KV_TEXTURE(0, tex1Dfetch, int x, x)
KV_TEXTURE(1, tex1D, float x, x)
KV_TEXTURE(2, tex2D, float x KV_COMMA float y, x KV_COMMA y)
KV_TEXTURE(3, tex3D, float x KV_COMMA float y KV_COMMA float z, x KV_COMMA y KV_COMMA z)
KV_TEXTURE(4, tex1DLod, float x KV_COMMA float level, x KV_COMMA level)
KV_TEXTURE(5, tex2DLod, float x KV_COMMA float y KV_COMMA float level, x KV_COMMA y KV_COMMA level)
KV_TEXTURE(6, tex3DLod, float x KV_COMMA float y KV_COMMA float z KV_COMMA float level,
           x KV_COMMA y KV_COMMA z KV_COMMA level)
KV_TEXTURE(7, tex1DLayered, float x KV_COMMA int layer, x KV_COMMA layer)
KV_TEXTURE(8, tex2DLayered, float x KV_COMMA float y KV_COMMA int layer, x KV_COMMA y KV_COMMA layer)
KV_TEXTURE(9, texCubemap, float x KV_COMMA float y KV_COMMA float z, x KV_COMMA y KV_COMMA z)
KV_TEXTURE(10, tex2Dgather, float x KV_COMMA float y KV_COMMA int component = 0, x KV_COMMA y KV_COMMA component)
KV_TEXTURE(11, tex2DGrad, float x KV_COMMA float y KV_COMMA float2 dx KV_COMMA float2 dy,
           x KV_COMMA y KV_COMMA dx.x KV_COMMA dx.y KV_COMMA dy.x KV_COMMA dy.y)
KV_TEXTURE(12, texCubemapLayered, float x KV_COMMA float y KV_COMMA float z KV_COMMA int layer,
           x KV_COMMA y KV_COMMA z KV_COMMA layer)
#undef KV_TEXTURE

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
KV_SURFACE(surf1D, int x, x, 0)
KV_SURFACE(surf2D, int x KV_COMMA int y, x, y)
KV_SURFACE(surf3D, int x KV_COMMA int y KV_COMMA int z, x, ((long long)z << 16) + y)
KV_SURFACE(surf2DLayered, int x KV_COMMA int y KV_COMMA int z, x, ((long long)z << 16) + y)
#undef KV_SURFACE
#undef KV_COMMA

#ifndef KV_TOOLKIT
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
#endif
#pragma clang force_cuda_host_device end
