// As templates of host code launch them, templates of kernels race.
#include <vector>

// More threads in a block than the tile has places.
// expect: violated
template <typename T> __global__ void swapped(T *x)
{
    __shared__ T tile[64];
    tile[threadIdx.x % 64] = x[threadIdx.x]; //~ data-race block shared write-write
    __syncthreads();
    x[threadIdx.x] = tile[threadIdx.x % 64];
}

template <typename T> void swap_pairs(T *x) { swapped<T><<<1, 128>>>(x); }

// One buffer twice, handed over twice.
// expect: violated
template <typename T> __global__ void shifted(const T *from, T *to)
{
    T next = from[threadIdx.x + 1]; // @read
    to[threadIdx.x] = next; //~ data-race block global read-write with @read
}

template <typename T> void shift(T *buffer)
{
    shifted<T><<<1, 64>>>(buffer, buffer);
}

// Of two launches one is in a template, through a variable.
// expect: violated
template <typename T> __global__ void single(T *x)
{
    x[0] = T(threadIdx.x); //~ data-race block global write-write
}

template <typename T> void set_one(T *x)
{
    auto kernel = &single<T>;
    kernel<<<1, 2>>>(x);
}
template <typename T> void set_alone(T *x) { single<T><<<1, 1>>>(x); }

// An explicit instantiation may be called from elsewhere, with any block; the file's own launch is another one.
// expect: violated
template <typename T> __global__ void for_others(T *x)
{
    x[threadIdx.x % 64] = T(threadIdx.x); //~ data-race block global write-write
}
template <typename T> void run_for_others(T *x, int threads) { for_others<T><<<1, threads>>>(x); }
template void run_for_others<int>(int *, int);
void run_self(int *x) { for_others<int><<<1, 64>>>(x); }

// A destructor that nobody names launches.
// expect: violated
template <typename T> __global__ void at_the_end(T *x)
{
    x[threadIdx.x % 64] = T(threadIdx.x); //~ data-race block global write-write
}
template <typename T> struct Ends {
    T *x;
    ~Ends() { at_the_end<T><<<1, 128>>>(x); }
};
void end_of_scope(int *x)
{
    at_the_end<int><<<1, 64>>>(x);
    Ends<int> ends{x};
}

// An explicit instantiation of a host function leads to a kernel that nothing else does.
// expect: violated
template <typename T> __global__ void for_wide_ones(T *x)
{
    x[threadIdx.x / (sizeof(T) / 4)] = T(threadIdx.x); //~ data-race block global write-write
}
template <typename T> void run_for_wide_ones(T *x) { for_wide_ones<T><<<1, 64>>>(x); }
template void run_for_wide_ones<double>(double *);
void run_float(float *x) { run_for_wide_ones(x); }

// A table names the kernel; libclang shows it as it is written.
// expect: violated
// today: suspect, because what a table launches is not followed
template <typename T> __global__ void in_a_table(T *x)
{
    x[threadIdx.x / (sizeof(T) / 4)] = T(threadIdx.x); //~ data-race block global write-write
}
typedef void (*OfDoubles)(double *);
static OfDoubles kernels[] = {nullptr, in_a_table<double>};
void run_a_table(double *x, float *y)
{
    in_a_table<float><<<1, 64>>>(y);
    kernels[1]<<<1, 64>>>(x);
}

// A table names the function that launches.
// expect: violated
template <typename T> __global__ void by_a_table(T *x)
{
    x[threadIdx.x % 64] = T(threadIdx.x); //~ data-race block global write-write
}
template <typename T> void run_by_a_table(T *x, int threads) { by_a_table<T><<<1, threads>>>(x); }
static void (*runners[])(int *, int) = {run_by_a_table<int>};
void run_both(int *x)
{
    run_by_a_table(x, 64);
    runners[0](x, 128);
}

// A static member of a class template names the kernel.
// expect: violated
template <typename T> __global__ void by_a_member(T *x)
{
    x[(blockIdx.x * blockDim.x + threadIdx.x) / (sizeof(T) / 4)] = T(threadIdx.x); //~ data-race block global write-write
}
template <typename T> struct Named { static constexpr void (*kernel)(T *) = by_a_member<T>; };
void run_named(double *x, float *y)
{
    by_a_member<float><<<1, 64>>>(y);
    Named<double>::kernel<<<1, 64>>>(x);
}
