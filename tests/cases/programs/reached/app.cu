// kverify-test: host=project
// Launches that constants keep control from.

#include <cstdio>
#include <cstdlib>

#define LINES(name)                                                                                                    \
    __global__ void name(float *out, int n)                                                                            \
    {                                                                                                                  \
        int i = blockIdx.x * 256 + threadIdx.x;                                                                        \
        if (i < n)                                                                                                     \
            out[i] = threadIdx.x;                                                                                      \
    }

// expect: proved
LINES(left_early)

static int launch(float *out, int n, int block)
{
    if (block < 1 || block > 256) {
        fprintf(stderr, "no block of %d\n", block);
        return -1;
    }
    left_early<<<(n + 255) / 256, block>>>(out, n);
    return 0;
}

// The first call is as good as none.
// expect: proved
LINES(in_dead_branch)

static void run(float *out, int n, int block)
{
    in_dead_branch<<<(n + 255) / 256, block>>>(out, n);
}

// expect: proved
LINES(by_dead_function)

static void never(float *out, int n)
{
    by_dead_function<<<(n + 255) / 256, 512>>>(out, n);
}

static void nor_this(float *out, int n)
{
    never(out, n);
}

// expect: proved
LINES(in_template)

template <int B> void sized(float *out, int n)
{
    if (B > 256)
        in_template<<<(n + 255) / 256, 256>>>(out, n);
    else
        in_template<<<(n + 255) / 256, B>>>(out, n);
}

// A case before it is left; that of the launch is not.
// expect: violated
__global__ void other_case(float *out, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        out[i] = threadIdx.y; //~ data-race block global write-write //~ data-race grid global write-write
}

static int choose(float *out, int n, int block, int how)
{
    switch (how) {
    case 0:
        puts("nothing");
        if (block > 256)
            return -1;
        break;
    case 1:
        other_case<<<(n + 255) / 256, dim3(block, 2)>>>(out, n);
        break;
    }
    return 0;
}

// The test is of another size.
// expect: violated
__global__ void too_wide(float *out, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        out[i] = threadIdx.x; //~ data-race grid global write-write
}

static int up_to_512(float *out, int n, int block)
{
    if (block > 512)
        return -1;
    too_wide<<<(n + 255) / 256, block>>>(out, n);
    return 0;
}

int main(int argc, char **argv)
{
    int n = 100352, mode = 1;
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemset(d, 0, n * sizeof(float));
    if (launch(d, n, 512))
        launch(d, n, 256);
    if (mode == 0)
        run(d, n, 512);
    else
        run(d, n, 256);
    by_dead_function<<<(n + 255) / 256, 256>>>(d, n);
    sized<128>(d, n);
    sized<512>(d, n);
    choose(d, n, 512, argc > 1 ? 1 : 0);
    if (up_to_512(d, n, 1024))
        up_to_512(d, n, 512);
    cudaFree(d);
}
