// kverify-test: host=project
#define BLOCK 128
static int groups(int n) { return n / 1024; }
__global__ void blocks(float *a);
__global__ void once(float *a);

int main()
{
    float *a = nullptr;
    cudaMalloc(&a, 4096);
    blocks<<<4, BLOCK>>>(a);
    once<<<groups(1024), BLOCK>>>(a);
}
