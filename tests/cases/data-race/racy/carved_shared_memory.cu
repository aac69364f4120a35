// One dynamic buffer, cut into arrays by offsets.
// kverify-test: block=64 grid=1

struct Slot { short key; int value; };

// expect: violated
__global__ void keys_reach_into_marks(int *out, int n)
{
    extern __shared__ unsigned char memory[];
    Slot *slots = (Slot *)memory;
    unsigned char *marks = memory + 63 * sizeof(Slot);
    slots[threadIdx.x].value = n; // @value
    marks[threadIdx.x + 4] = 1; //~ data-race block shared write-write with @value
    __syncthreads();
    out[threadIdx.x] = slots[threadIdx.x].key;
}

// expect: violated
__global__ void counted_in_elements_of_another(int *out, double x)
{
    extern __shared__ double numbers[];
    int *counts = (int *)(numbers + blockDim.x) - 1;
    numbers[threadIdx.x] = x; // @number
    counts[threadIdx.x] = 3; //~ data-race block shared write-write with @number
    __syncthreads();
    out[threadIdx.x] = counts[threadIdx.x];
}
