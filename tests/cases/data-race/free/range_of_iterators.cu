// As racy/range_of_iterators.cu, over places that are the thread's own.
// kverify-test: block=64 grid=1

struct Counter {
    int at;
    __device__ int operator*() const { return at; }
    __device__ Counter &operator++()
    {
        ++at;
        return *this;
    }
    __device__ bool operator!=(const Counter &other) const { return at != other.at; }
};
struct Numbers {
    int first, last;
    __device__ Counter begin() const { return Counter{first}; }
    __device__ Counter end() const { return Counter{last}; }
};

// expect: proved
__global__ void few(int *out)
{
    int sum = 0;
    for (int n : Numbers{0, 3}) sum += n;
    out[threadIdx.x] = sum;
}

struct Three {
    int cells[3];
};
__device__ int *begin(Three &three) { return three.cells; }
__device__ int *end(Three &three) { return three.cells + 3; }

// expect: proved
__global__ void by_functions(int *out)
{
    Three three;
    for (int &cell : three) cell = 1;
    out[threadIdx.x + three.cells[2] - 1] = 1;
}

template <class T> struct Stepping {
    T at, step;
    __device__ T operator*() const { return at; }
    __device__ Stepping &operator++()
    {
        at += step;
        return *this;
    }
    __device__ bool operator!=(const Stepping &other) const { return at < other.at; }
};
template <class T> struct Strided {
    T first, last, step;
    __device__ Stepping<T> begin() { return Stepping<T>{first, step}; }
    __device__ Stepping<T> end() { return Stepping<T>{last, step}; }
};

// expect: proved
__global__ void of_a_template(int *out, int n)
{
    Strided<int> strided{(int)threadIdx.x, n, 64};
    for (int i : strided) out[i] = threadIdx.x;
}
