// A sum that wraps may be smaller than its parts.
// kverify-test: block=64 grid=2

// expect: violated
__global__ void relax(unsigned int *distance, unsigned int hub, unsigned int weight)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int through = distance[hub] + weight; // @read
    if (through < distance[i])
        distance[i] = through; //~ data-race block global read-write with @read //~ data-race grid global read-write with @read
}
