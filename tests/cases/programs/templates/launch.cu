#include "kernels.cuh"

template <typename T, int N> void run_rows(T *to, const T *from, int n)
{
    rows<T, N><<<(n + N - 1) / N, N>>>(to, from, n);
}
template void run_rows<float, 64>(float *, const float *, int);
template void run_rows<double, 128>(double *, const double *, int);

template <typename T> void run_tiles(T *to, const T *from, int n)
{
    tiles<T, 64><<<(n + 63) / 64, 96>>>(to, from, n);
}
template void run_tiles<float>(float *, const float *, int);
