// Pointers to functions that are constants of the program: what else such a pointer might hold does not count.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int mirrored(int t) { return 63 - t; }
__device__ int even(int t) { return 2 * t; }
__device__ int odd(int t) { return 2 * t + 1; }
__device__ int half(int t) { return t / 2; }
__device__ int none(int) { return 0; }
__device__ int next(int t) { return t + 1; }
__device__ int last(int t) { return 127 - t; }
__device__ int triple(int t) { return 3 * t; }

static constexpr __device__ Place place_of(int kind)
{
    switch (kind) {
    case 0: return same;
    case 1: return mirrored;
    case 2: return even;
    case 3: return odd;
    case 4: return half;
    case 5: return next;
    case 6: return last;
    case 7: return triple;
    default: return none;
    }
}

struct Places {
    Place first, second;
    constexpr __device__ Places(Place first, Place second) : first(first), second(second) {}
};
template <int A, int B> static constexpr __device__ Places places_of()
{
    if constexpr (A > B) {
        return Places(place_of(B), place_of(A));
    } else {
        return Places(place_of(A), place_of(B));
    }
}

// expect: proved
template <int Kind> __global__ void by_a_switch(int *out)
{
    constexpr Place place = place_of(Kind);
    out[place(threadIdx.x)] = threadIdx.x;
}
template __global__ void by_a_switch<1>(int *);

// expect: proved
template <int A, int B> __global__ void by_a_struct(int *out)
{
    constexpr Place first = places_of<A, B>().first;
    constexpr Place second = places_of<A, B>().second;
    out[first(threadIdx.x)] = threadIdx.x;
    out[second(threadIdx.x)] = threadIdx.x + 64;
}
template __global__ void by_a_struct<3, 2>(int *);

// expect: proved
__global__ void called_at_once(int *out)
{
    out[place_of(7)(threadIdx.x)] = threadIdx.x;
}
