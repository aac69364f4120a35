// kverify-test: host=project
__global__ void rounded_up(float *a);
__global__ void guarded(float *a, int n);
__global__ void shifted(float *out, const float *in);
__global__ void apart(float *out, const float *in);

int main()
{
    float *a = nullptr, *b = nullptr;
    cudaMalloc(&a, 1000 * sizeof(float));
    cudaMalloc(&b, 1000 * sizeof(float));
    rounded_up<<<4, 256>>>(a);
    guarded<<<4, 256>>>(a, 1000);
    shifted<<<1, 256>>>(a + 1, a);
    apart<<<1, 256>>>(a, b);
    cudaFree(a);
    cudaFree(b);
}
