// kverify-test: host=project
// Names that are put together, or go on in the next line.

// expect: violated
__global__ void pasted(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// expect: violated
__global__ void spliced(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// expect: proved
__global__ void plain(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

void run_pasted(float *a, int threads) { pasted<<<8, threads>>>(a); }
void run_spliced(float *a, int threads) { spliced<<<8, threads>>>(a); }
void run_plain(float *a, int threads) { plain<<<8, threads>>>(a); }
