// Values that are told apart in some iteration only.
// kverify-test: block=32 grid=1

// expect: violated
__global__ void once_different(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = i < 3 ? i : (int)threadIdx.x; //~ data-race block global write-write
}

// Written alike, and as something else by one thread.
// expect: violated
__global__ void one_differs(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = 7 + (threadIdx.x == 5 && i == 2); //~ data-race block global write-write
}

// The round is the value: threads store different ones.
// expect: violated
__global__ void which_round(int *flag, const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        if (in[i] < 0)
            *flag = i; //~ data-race block global write-write
}

// The value has a bit more than the place.
// expect: violated
__global__ void by_part_of_the_place(int *seen, const int *in, int n)
{
    for (int i = threadIdx.x; i < n; i += 32)
        seen[in[i] & 15] = in[i] & 31; //~ data-race block global write-write
}

// One thread begins with another value.
// expect: violated
__global__ void carried_apart(int *out)
{
    int v = threadIdx.x == 7;
    for (int i = 0; i < 4; i++) {
        out[i] = v; //~ data-race block global write-write
        v = 3 * v;
    }
}
