// A table of functions that the host fills: one of those that may stand in it sends two threads to one element.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int same(int t) { return t; }
__device__ int half(int t) { return t / 2; }

__device__ Place same_place = same;
__device__ Place half_place = half;
__device__ Place places[2];

// expect: violated
// today: suspect, because no run holds the tables of pointers to functions that the witness asks for
__global__ void from_a_table(int *out, int which)
{
    out[places[which](threadIdx.x)] = threadIdx.x; //~ data-race block global write-write
}

// expect: violated
// today: suspect, because no run is given a pointer to a function
__global__ void from_the_caller(int *out, Place place)
{
    out[(*place)(threadIdx.x)] = threadIdx.x; //~ data-race block global write-write
}
