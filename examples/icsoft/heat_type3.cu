// Error type 3 injected into heat.cu: barriers removed where two threads write the same cell one after the other.

#define STRIP 256

// The ends of the rod are held at a temperature after the step has written them. Without a barrier between the two, either
// writer may be the last.
// expect: violated
// kverify: block=256
__global__ void rod_with_held_ends(float *t, int steps, float c, float held)
{
    __shared__ float cell[STRIP + 2];
    int i = threadIdx.x + 1;
    float *mine = t + blockIdx.x * STRIP;

    cell[i] = mine[threadIdx.x]; // @load
    // A barrier belongs here: the ends are other threads' cells.
    if (threadIdx.x < 2)
        cell[1 + threadIdx.x * (STRIP - 1)] = held; //~ data-race block shared write-write with @load
    if (threadIdx.x >= 2 && threadIdx.x < 4)
        cell[(threadIdx.x - 2) * (STRIP + 1)] = held;
    __syncthreads();

    for (int s = 0; s < steps; ++s) {
        float next = cell[i] + c * (cell[i - 1] - 2.0f * cell[i] + cell[i + 1]);
        __syncthreads();
        cell[i] = next; // @step
        // A barrier belongs here.
        if (threadIdx.x < 2)
            cell[1 + threadIdx.x * (STRIP - 1)] = held; //~ data-race block shared write-write with @step
        __syncthreads();
    }
    mine[threadIdx.x] = cell[i];
}
