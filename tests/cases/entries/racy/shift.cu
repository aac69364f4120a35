// Functions without a kernel: threads of a block meet in what pointers and references lead to.
// kverify: entry shift<float, 64>
// kverify: entry count
// kverify: entry put own=value

// expect: violated
template <typename T, int N>
__device__ void shift(T *tile)
{
    T next = tile[(threadIdx.x + 1) % N]; // @read
    tile[threadIdx.x % N] = next;         //~ warning data-race block global write-write
                                          //~ data-race block global read-write with @read
}

__device__ void count(int &total)
{
    total += threadIdx.x; //~ data-race block global write-write
                          //~ data-race block global read-write
}

// Two threads may bring the same value, and other ones.
inline __device__ void put(int *out, int value)
{
    out[value] = threadIdx.x; //~ data-race block global write-write
}
