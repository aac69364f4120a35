// As free/range_of_iterators.cu, but that what the iterators do by the way is not the thread's own.
// kverify-test: block=64 grid=1

__device__ int counted;

struct Counter {
    int at;
    __device__ int operator*() const { return at; }
    __device__ Counter &operator++()
    {
        counted = threadIdx.x; //~ data-race block global write-write
        ++at;
        return *this;
    }
    __device__ bool operator==(const Counter &other) const { return at == other.at; }
    __device__ bool operator!=(const Counter &other) const { return at != other.at; }
};
struct Numbers {
    int first, last;
    __device__ Counter begin() const { return Counter{first}; }
    __device__ Counter end() const { return Counter{last}; }
};

// expect: violated
__global__ void counted_by_all(int *out)
{
    int sum = 0;
    for (int n : Numbers{0, 2}) sum += n;
    out[threadIdx.x] = sum;
}

// expect: proved
__global__ void nothing_to_count(int *out)
{
    int sum = 0;
    for (int n : Numbers{2, 2}) sum += n;
    out[threadIdx.x] = sum;
}
