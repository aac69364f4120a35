// kverify-test: host=project
// Whether a size is valid is kept in a variable: what it is then is not followed, and no launch is shown that the program never makes.

#include <cstdlib>

#define LINES(name)                                                                                                    \
    __global__ void name(float *out, int n)                                                                            \
    {                                                                                                                  \
        int i = blockIdx.x * 256 + threadIdx.x;                                                                        \
        if (i < n)                                                                                                     \
            out[i] = threadIdx.x;                                                                                      \
    }

// expect: suspect
LINES(by_flag) //~ data-race grid global write-write
// expect: suspect
LINES(by_count) //~ data-race grid global write-write
// expect: suspect
LINES(by_list) //~ data-race grid global write-write
// expect: suspect
LINES(by_pointer) //~ data-race grid global write-write
// expect: suspect
LINES(by_file) //~ data-race grid global write-write
// expect: suspect
LINES(by_element) //~ data-race grid global write-write

// The flag says what came out of the launch before, of whatever size.
// expect: violated
LINES(behind_results) //~ data-race grid global write-write

// The flag is about another size.
// expect: violated
LINES(of_another) //~ data-race grid global write-write

static bool all_fine = true;

static void look(int block, bool *fine)
{
    *fine = block > 0 && block <= 256;
}

static void look_too(int block)
{
    if (block < 1 || block > 256)
        all_fine = false;
}

static void flag(float *d, int n, int block)
{
    bool fine = true;
    if (block < 1 || block > 256)
        fine = false;
    if (!fine)
        return;
    by_flag<<<392, block>>>(d, n);
}

static void count(float *d, int n, int block)
{
    int errors = 0;
    if (block < 1)
        errors++;
    if (block > 256)
        errors++;
    if (errors > 0)
        return;
    by_count<<<392, block>>>(d, n);
}

static void list(float *d, int n, int block)
{
    const int valid[] = {64, 128, 256};
    int i;
    for (i = 0; i < 3; i++)
        if (valid[i] == block)
            break;
    if (i == 3)
        return;
    by_list<<<392, block>>>(d, n);
}

static void pointer(float *d, int n, int block)
{
    bool fine;
    look(block, &fine);
    if (!fine)
        return;
    by_pointer<<<392, block>>>(d, n);
}

static void file(float *d, int n, int block)
{
    look_too(block);
    if (!all_fine)
        return;
    by_file<<<392, block>>>(d, n);
}

static void element(float *d, int n, int block)
{
    bool fine[1] = {true};
    if (block < 1 || block > 256)
        fine[0] = false;
    if (!fine[0])
        return;
    by_element<<<392, block>>>(d, n);
}

static void another(float *d, int n, int block, int other)
{
    bool fine = true;
    if (other < 1 || other > 256)
        fine = false;
    if (!fine)
        return;
    of_another<<<392, block>>>(d, n);
}

static void results(float *d, int n, int block)
{
    float *h = (float *)malloc(block * sizeof(float));
    cudaMemcpy(h, d, block * sizeof(float), cudaMemcpyDeviceToHost);
    bool fine = true;
    for (int i = 0; i < block; i++)
        if (h[i] > 3.0f) {
            fine = false;
            break;
        }
    if (!fine)
        return;
    behind_results<<<392, block>>>(d, n);
    free(h);
}

int main(int argc, char **argv)
{
    int n = 100352;
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemset(d, 0, n * sizeof(float));
    int block = argc > 1 ? atoi(argv[1]) : 64, other = argc > 2 ? atoi(argv[2]) : 64;
    flag(d, n, block);
    count(d, n, block);
    list(d, n, block);
    pointer(d, n, block);
    file(d, n, block);
    element(d, n, block);
    another(d, n, block, other);
    results(d, n, other);
    cudaFree(d);
}
