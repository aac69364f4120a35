// kverify: block=64 grid=1
// kverify: ignore[data-race] any winner will do
__global__ void winner(int *a) { a[0] = threadIdx.x; }

// kverify: block=64 grid=1
__global__ void two(int *a, int *b)
{
    a[0] = threadIdx.x; // kverify: ignore[data-race] any winner will do
    b[0] = threadIdx.x;
}

// kverify: block=64 grid=1
__global__ void fine(int *a)
{
    // kverify: ignore[data-race] there was one once
    a[threadIdx.x] = 1;
    a[threadIdx.x] = 2; // kverify: ignore[data-rase] a typing error
    a[threadIdx.x] = 3; // kverify: ignore[assertion]
}
