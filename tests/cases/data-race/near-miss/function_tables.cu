// Pointers to functions of which each thread may find another: both functions give each thread an element of its own, but not
// beside one another.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int mirrored(int t) { return 63 - t; }

__device__ Place same_place = same;
__device__ Place mirrored_place = mirrored;
__device__ Place places[64];

// expect: violated
// today: suspect, because no run holds the tables of pointers to functions that the witness asks for
__global__ void one_for_each_thread(int *out)
{
    out[places[threadIdx.x](threadIdx.x)] = threadIdx.x; //~ data-race block global write-write
}

// expect: proved
__global__ void one_for_all(int *out)
{
    out[places[0](threadIdx.x)] = threadIdx.x;
}
