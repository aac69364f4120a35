// Tables of a few numbers that each thread fills in a loop, and that say where it writes.

template <class T, int N>
struct Vec {
    T d[N];
    __device__ T &operator[](int i) { return d[i]; }
    __device__ Vec operator+(const Vec &o) const {
        Vec r;
        for (int i = 0; i < N; i++) r.d[i] = d[i] + o.d[i];
        return r;
    }
};

// expect: proved
__global__ void sum_of_vectors(int *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Vec<int, 2> a{{t, 1}}, b{{t, 2}};
    auto c = a + b;
    out[c[0]] = c[1];
}

// expect: proved
__global__ void counted_digits(int *out) {
    int rest = blockIdx.x * blockDim.x + threadIdx.x;
    int digit[4];
    for (int k = 0; k < 3; k++) {
        digit[k] = rest % 8;
        rest /= 8;
    }
    digit[3] = rest;
    out[((digit[3] * 8 + digit[2]) * 8 + digit[1]) * 8 + digit[0]] = 1;
}
