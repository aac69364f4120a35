// As in free/winners.cu, with every object in its own shared cell that is set before.
// kverify-test: block=64

// expect: proved
__global__ void shared_flag(int *out)
{
    __shared__ int taken;
    if (threadIdx.x == 0)
        taken = 0;
    __syncthreads();
    if (atomicCAS(&taken, 0, 1) == 0)
        out[blockIdx.x] = threadIdx.x;
}

// A value that is not the empty mark takes the place for good; an empty mark as a key would not.
// expect: proved
__global__ void hash_insert(int *keys, int *slots, const int *in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int key = in[i];
    int h = (key & 0x7fffffff) % 101;
    if (key != -1 && atomicCAS(&keys[h], -1, key) == -1)
        slots[h] = i;
}
