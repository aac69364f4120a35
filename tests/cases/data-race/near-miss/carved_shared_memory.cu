// One dynamic buffer, cut into arrays by offsets.
// kverify-test: block=64 grid=1

struct Slot { short key; int value; };

// expect: proved
__global__ void marks_after_the_slots(int *out, int n)
{
    extern __shared__ unsigned char memory[];
    Slot *slots = (Slot *)memory;
    unsigned char *marks = memory + 64 * sizeof(Slot);
    slots[threadIdx.x].value = n;
    marks[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = slots[63 - threadIdx.x].value + marks[63 - threadIdx.x];
}

// expect: proved
__global__ void marks_in_the_padding(int *out, int n)
{
    extern __shared__ unsigned char memory[];
    Slot *slots = (Slot *)memory;
    slots[threadIdx.x].value = n;
    slots[threadIdx.x].key = 2;
    memory[((threadIdx.x + 1) % 64) * sizeof(Slot) + 2] = 1;
    __syncthreads();
    out[threadIdx.x] = slots[63 - threadIdx.x].value;
}

// expect: proved
__global__ void counts_after_the_numbers(int *out, double x)
{
    extern __shared__ double numbers[];
    int *counts = (int *)(numbers + blockDim.x);
    numbers[threadIdx.x] = x;
    counts[threadIdx.x] = 3;
    __syncthreads();
    out[threadIdx.x] = counts[63 - threadIdx.x];
}
