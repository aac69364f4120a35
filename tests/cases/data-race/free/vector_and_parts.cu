// Vector accesses, and scalar ones to other vectors or after a barrier.
// kverify-test: block=32 grid=1

// expect: proved
__global__ void halves(float *a)
{
    *(float4 *)(a + 4 * threadIdx.x) = make_float4(1, 2, 3, 4);
    a[128 + threadIdx.x] = 5;
}

// expect: proved
__global__ void after_a_barrier(float *a)
{
    ((float4 *)a)[threadIdx.x] = make_float4(1, 2, 3, 4);
    __syncthreads();
    a[threadIdx.x] += 1;
}
