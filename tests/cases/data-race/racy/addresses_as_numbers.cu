// Addresses that the host keeps as numbers lead to the same buffer as before.
#include <cstdint>
#include <cstring>

// expect: violated
__global__ void cast(const float *a, float *b)
{
    float next = a[threadIdx.x + 1]; // @cast
    b[threadIdx.x] = next; //~ data-race block global read-write with @cast
}

void host_cast(float *x)
{
    size_t n = (size_t)x;
    cast<<<1, 64>>>(x, (float *)n);
}

// expect: violated
__global__ void punned(const float *a, float *b)
{
    float next = a[threadIdx.x + 1]; // @punned
    b[threadIdx.x] = next; //~ data-race block global read-write with @punned
}

void host_punned(float *x)
{
    float *y;
    *(size_t *)&y = (size_t)x;
    punned<<<1, 64>>>(x, y);
}

// expect: violated
__global__ void by_array(const float *a, float *b)
{
    float next = a[threadIdx.x + 1]; // @array
    b[threadIdx.x] = next; //~ data-race block global read-write with @array
}

void host_by_array(float *x)
{
    uintptr_t n = (uintptr_t)x;
    void *arguments[] = {&n, &x};
    cudaLaunchKernel((void *)by_array, dim3(1), dim3(64), arguments, 0, 0);
}

// expect: violated
// today: unknown, because what memcpy copies from a number is not followed to an address
__global__ void copied(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x + 1];
}

void host_copied(float *x)
{
    size_t n;
    float *y;
    memcpy(&n, &x, sizeof n);
    memcpy(&y, &n, sizeof y);
    copied<<<1, 64>>>(x, y);
}

// The place of a pointer, written as a number.
// expect: violated
// today: unknown, because what is written through pointers is not followed
__global__ void written(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x + 1];
}

void host_written(float *x, float **table)
{
    *(uintptr_t *)(table + 1) = (uintptr_t)x;
    written<<<1, 64>>>(x, table[1]);
}

// A pointer in bytes.
// expect: violated
// today: unknown, because what is written through pointers is not followed
__global__ void in_bytes(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x + 1];
}

void host_in_bytes(float *x, char *raw)
{
    memcpy(raw, &x, sizeof x);
    in_bytes<<<1, 64>>>(x, *(float **)raw);
}
