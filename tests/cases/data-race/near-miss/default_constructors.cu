// The members' constructors give each thread a place of its own.
// kverify-test: block=64 grid=1

struct Place {
    int at;
    __device__ Place() : at(threadIdx.x) {}
};
template <int N> struct Holder {
    Place first;
    Place more[N];
};

// expect: proved
__global__ void k(int *out)
{
    Holder<2> h;
    out[h.first.at + h.more[1].at] = threadIdx.x;
}
