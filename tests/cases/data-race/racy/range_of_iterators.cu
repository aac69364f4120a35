// Range-based `for` over classes whose begin() and end() give iterators of their own.
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

// expect: violated
__global__ void overlapping(int *out)
{
    int first = threadIdx.x * 4;
    for (int n : Numbers{first, first + 5}) out[n] = threadIdx.x; //~ data-race block
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

// expect: violated
__global__ void of_a_template(int *out, int n)
{
    Strided<int> strided{(int)threadIdx.x, n, 32};
    for (int i : strided) out[i] = threadIdx.x; //~ data-race block
}
