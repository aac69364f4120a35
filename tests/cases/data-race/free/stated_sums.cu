// A sum that is said not to overflow is no smaller than its parts.
// kverify-test: block=64 grid=2

// expect: proved
__global__ void relax(unsigned int *distance, unsigned int hub, unsigned int weight)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int through = __add_noovfl_unsigned_int(distance[hub], weight);
    if (through < distance[i])
        distance[i] = through;
}
