// A lambda, a method and a host function beside a table of functions: none of them is of the type that is called.
// kverify-test: block=64 grid=1

typedef void (*Put)(int *, int);
__device__ void own(int *out, int i) { out[i] = 1; }
__device__ Put table[1] = {own};

struct First {
    __device__ static void put(int *out) { out[0] = 1; }
    __device__ static void put_two(int *out, int i) { out[i] = 1; }
};
typedef void (*PutFirst)(int *);
__device__ PutFirst first = First::put;

static void on_the_host(int *out, int i) { out[0] = i; }
Put host_table[1] = {on_the_host};

// expect: proved
__global__ void from_the_table(int *out, int which)
{
    auto twice = [](int i) { return 2 * i; };
    table[which](out, twice(threadIdx.x));
    First::put_two(out, 2 * threadIdx.x);
}

typedef long (*Scale)(long);
__device__ long same(long i) { return i; }

// The pointer is known to hold a function of its own, whatever else is of its type.
// expect: proved
__global__ void known_in_the_kernel(long *out)
{
    auto none = [](long i) { return 0 * i; };
    Scale scale = same;
    out[scale(threadIdx.x)] = none(threadIdx.x);
}
