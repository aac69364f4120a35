// What host code tests before a launch is not always what the kernel gets.

// A stride of 256 is 0 for the kernel.
// expect: suspect
__global__ void narrowed(int *p, unsigned char n)
{
    p[threadIdx.x * n] = threadIdx.x; //~ data-race
}

void run_narrowed(int *p, int n)
{
    if (n > 0)
        narrowed<<<1, 64>>>(p, n);
}

// expect: suspect
__global__ void jumped(int *p, int n)
{
    p[threadIdx.x * n] = threadIdx.x; //~ data-race
}

void run_jumped(int *p, int n)
{
    if (n == 0)
        goto in;
    if (n > 0) {
    in:
        jumped<<<1, 64>>>(p, n);
    }
}

// A test that is left by a jump says nothing behind it.
// expect: suspect
__global__ void left_by_jump(int *p) { p[threadIdx.x % 64] = threadIdx.x; } //~ data-race
void run_left_by_jump(int *p, int n, int threads)
{
    if (threads > 64) {
        if (n == 7)
            goto go_on;
        return;
    }
go_on:
    left_by_jump<<<1, threads>>>(p);
}

// What refers to a constant is cast, and written.
// expect: violated
__global__ void cast_away(int *p) { p[threadIdx.x % 64] = threadIdx.x; } //~ data-race
void run_cast_away(int *p)
{
    int threads = 64;
    const int &name = threads;
    const_cast<int &>(name) = 128;
    cast_away<<<1, threads>>>(p);
}
