// Tables of functions that the host fills, and pointers to functions that it passes: whichever of the functions is called whose
// address the file takes, a thread writes its own element.
// kverify-test: block=64 grid=2

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int mirrored(int t) { return 63 - t; }
// Nothing takes its address.
__device__ int half(int t) { return t / 2; }

__device__ Place same_place = same;
__device__ Place mirrored_place = mirrored;
__device__ Place places[2];

// expect: proved
__global__ void from_a_table(int *out, int which)
{
    int base = blockIdx.x * 64;
    out[base + places[which](threadIdx.x)] = which;
}

// expect: proved
__global__ void from_the_caller(int *out, Place place)
{
    out[blockIdx.x * 64 + (*place)(threadIdx.x)] = half(threadIdx.x);
}

struct Step {
    Place place;
    int factor;
};

// expect: proved
__global__ void within_a_struct(int *out, Step step)
{
    out[blockIdx.x * 64 + step.place(threadIdx.x)] = step.factor;
}
