// More functions of one type than are tried at a call: anything may happen there.
// kverify-test: block=64 grid=1

typedef int (*Place)(int);
__device__ int place_0(int t) { return t + 0; }
__device__ int place_1(int t) { return t + 1; }
__device__ int place_2(int t) { return t + 2; }
__device__ int place_3(int t) { return t + 3; }
__device__ int place_4(int t) { return t + 4; }
__device__ int place_5(int t) { return t + 5; }
__device__ int place_6(int t) { return t + 6; }
__device__ int place_7(int t) { return t + 7; }
__device__ int place_8(int t) { return t + 8; }
__device__ Place places[9] = {place_0, place_1, place_2, place_3, place_4, place_5, place_6, place_7, place_8};

// expect: proved
// today: unknown, because more than eight functions are not tried
__global__ void from_a_table(int *out, int which)
{
    out[places[which](threadIdx.x)] = which;
}
