// A small class around a shared array.
// kverify-test: block=64 grid=2

struct Tile {
    int *cells;
    __device__ Tile(int *memory) : cells(memory) {}
    __device__ int &operator[](int i) { return cells[i]; }
};

// expect: proved
__global__ void k(int *out)
{
    __shared__ int memory[64];
    Tile tile(memory);
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
