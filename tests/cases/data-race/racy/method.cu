// The method hides that the cell is the pair's, not the thread's.
// kverify-test: block=64 grid=2

struct Tile {
    int *cells;
    __device__ Tile(int *memory) : cells(memory) {}
    __device__ void put(int i, int x) { cells[i / 2] = x; } //~ data-race block shared write-write
    __device__ int get(int i) const { return cells[i / 2]; }
};

// expect: violated
__global__ void k(int *out)
{
    __shared__ int memory[32];
    Tile tile(memory);
    tile.put(threadIdx.x, threadIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = tile.get(threadIdx.x);
}
