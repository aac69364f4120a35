// Every thread writes the same values, in whichever words they are said.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void all_alike(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = 2 * i + 1; //~ warning data-race block global write-write
}

// expect: proved
__global__ void said_differently(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = threadIdx.x % 2 == 0 ? i + i : 2 * i; //~ warning data-race block global write-write
}

// Threads go round different numbers of times, and raise the flag in each.
// expect: proved
__global__ void raised_in_rounds(int *flag, const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        if (in[i] < 0)
            *flag = 1; //~ warning data-race block global write-write
}

// The place says the value.
// expect: proved
__global__ void by_place(int *seen, const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        seen[in[i] & 15] = in[i] & 15; //~ warning data-race block global write-write
}

// What is carried round is the same for all.
// expect: proved
__global__ void carried_alike(int *out)
{
    int v = 1;
    for (int i = 0; i < 4; i++) {
        out[i] = v; //~ warning data-race block global write-write
        v = 3 * v + 1;
    }
}
