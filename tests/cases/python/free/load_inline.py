"""The launcher in the text bounds the kernel: `out` has as many floats as `in`, and blocks have 128 threads."""
from torch.utils.cpp_extension import load_inline as compile_inline


def make():
    source = '''
    #define THREADS 128
    // expect: proved
    __global__ void row_sums(const float *in, float *out, int columns)
    {
        __shared__ float part[THREADS];
        float sum = 0;
        for (int c = threadIdx.x; c < columns; c += THREADS)
            sum += in[blockIdx.x * columns + c];
        part[threadIdx.x] = sum;
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2) {
            if (threadIdx.x < half)
                part[threadIdx.x] += part[threadIdx.x + half];
            __syncthreads();
        }
        if (threadIdx.x == 0)
            out[blockIdx.x] = part[0];
    }
    torch::Tensor sums(torch::Tensor in)
    {
        auto out = torch::empty({in.size(0)}, in.options());
        row_sums<<<in.size(0), THREADS>>>(in.data_ptr<float>(), out.data_ptr<float>(), in.size(1));
        return out;
    }
    '''
    return compile_inline("sums", "torch::Tensor sums(torch::Tensor in);", source, functions=["sums"])
