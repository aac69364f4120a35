// A plane for each constant.
// kverify-test: block=64 grid=2

enum class Plane { red, green, blue, count };

// expect: proved
__global__ void k(int *out)
{
    __shared__ int s[(int)Plane::count][64];
    int t = threadIdx.x;
    s[(int)Plane::red][t] = 1;
    s[(int)Plane::green][t] = 2;
    s[(int)Plane::blue][t] = 3;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[(int)Plane::blue][63 - t];
}
