// Arguments that name one place lead into one buffer, wherever that is.

// expect: suspect
__global__ void of_a_member(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i]; //~ data-race block global read-write //~ data-race grid global read-write
}

// expect: suspect
__global__ void of_a_pointed_to(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i]; //~ data-race block global read-write //~ data-race grid global read-write
}

// expect: suspect
__global__ void of_an_array(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i]; //~ data-race block global read-write //~ data-race grid global read-write
}

struct Filter {
    float *data;
    float *other[4];
    int n;
    void reverse() { of_a_member<<<(n + 127) / 128, 128>>>(data, data, n); }
    void shift(int k) { of_an_array<<<(n + 127) / 128, 128>>>(other[k], &other[k][1], n); }
};

void shift(Filter *f)
{
    of_a_pointed_to<<<(f->n + 127) / 128, 128>>>(f->data, f->data + 1, f->n);
}
