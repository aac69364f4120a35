// The field is wide enough for the thread's number, signed ones included, beside another.
// kverify-test: block=64 grid=1

struct Pair {
    int low : 7;
    unsigned high : 6;
    unsigned flag : 1;
};

// expect: proved
__global__ void as_an_index(int *out)
{
    Pair p = {-1, 5, 1};
    p.high = threadIdx.x;
    p.flag = 0;
    out[p.high] = threadIdx.x;
}

// expect: proved
__global__ void words_of_their_own(Pair *out)
{
    out[threadIdx.x].low = threadIdx.x;
    out[threadIdx.x].high = threadIdx.x;
}
