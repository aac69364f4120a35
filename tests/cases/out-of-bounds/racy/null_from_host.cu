// Pointers that the host hands over as null, and kernels that use them all the same.

// expect: violated
__global__ void always(float *out, const float *factor)
{
    out[threadIdx.x] *= factor[threadIdx.x]; //~ out-of-bounds
}

// The guard asks for the element, and not for the pointer.
// expect: violated
__global__ void guarded(float *out, const float *bias, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += bias[i]; //~ out-of-bounds
}

// One way of two.
// expect: violated
__global__ void one_of_two(float *out, const float *a, const float *b)
{
    const float *from = threadIdx.x % 2 ? a : b;
    out[threadIdx.x] = from[threadIdx.x]; //~ out-of-bounds
}

// A flag may ask for it, for all that is known here.
// expect: suspect
__global__ void flag(float *out, const float *bias, int with_bias)
{
    if (with_bias)
        out[threadIdx.x] += bias[threadIdx.x]; //~ out-of-bounds
}

void run(float *out, const float *a, int n, int with_bias)
{
    always<<<1, 64>>>(out, nullptr);
    guarded<<<(n + 63) / 64, 64>>>(out, NULL, n);
    one_of_two<<<1, 64>>>(out, a, 0);
    flag<<<1, 64>>>(out, nullptr, with_bias);
}
