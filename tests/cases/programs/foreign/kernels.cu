// kverify-test: host=project
// Sources in other languages may call with anything.

// Python loads the library.
// expect: violated
__global__ void loaded(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// A program looks the function up by its name.
// expect: violated
__global__ void looked_up(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x; //~ data-race grid global write-write
}

// Python has a function of the same name.
// expect: proved
__global__ void named(float *a)
{
    a[blockIdx.x * 64 + threadIdx.x] = 1.0f * blockIdx.x;
}

extern "C" void run_loaded(float *a, int threads) { loaded<<<8, threads>>>(a); }
extern "C" void run_looked_up(float *a, int threads) { looked_up<<<8, threads>>>(a); }
extern "C" void run_named(float *a, int threads) { named<<<8, threads>>>(a); }
