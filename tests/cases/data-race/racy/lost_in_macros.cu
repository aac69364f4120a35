// Calls that clang leaves out, in macros that launch as well, or may put the name together of what does.
float *kept;

#define WITH(call)                                                                                                     \
    libraryOfOthersRun(call, [&] {                                                                                     \
        run_within_macros(kept, kept, 1000);                                                                           \
    })
#define RUN_WITHIN(what, size) run_within_##what(kept, kept, size)
#define TWICE(what) RUN_WITHIN(what, libraryOfOthersSize(&kept))

// expect: violated
// today: unknown, because what clang leaves out is not known
__global__ void shift_within_macros(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

// expect: violated
// today: unknown, because what clang leaves out is not known
__global__ void shift_within_pasted(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i + 1];
}

void run_within_macros(float *to, const float *from, int n)
{
    shift_within_macros<<<(n + 255) / 256, 256>>>(to, from, n);
}

void run_within_pasted(float *to, const float *from, int n)
{
    shift_within_pasted<<<(n + 255) / 256, 256>>>(to, from, n);
}

int main()
{
    WITH(libraryOfOthersMake());
    TWICE(pasted);
    float *a, *b;
    cudaMalloc(&a, 8192);
    cudaMalloc(&b, 8192);
    run_within_macros(a, b, 1000);
    run_within_pasted(a, b, 1000);
}
