// Pointers to functions that hold what is not named as a function: lambdas, static methods and functions that only `constexpr`
// lets the device call. A function of the same type whose address is taken too is not the one that is called.
// kverify-test: block=64 grid=1

typedef void (*Put)(int *, int);
__device__ void own(int *out, int i) { out[i] = 1; }
__device__ Put table[1] = {own};

struct First {
    __device__ static void put(int *out, int i) { out[0] = i; }
};
struct Default {
    Put put = First::put;
};

constexpr void fixed(long *out, int i) { out[0] = i; }
__device__ void own_long(long *out, int i) { out[i] = 1; }
typedef void (*PutLong)(long *, int);
__device__ PutLong long_table[2] = {own_long, fixed};

// expect: violated
// today: unknown, because lambdas are not called through pointers
__global__ void a_lambda(int *out)
{
    Put put = [](int *p, int i) { p[0] = i; };
    put(out, threadIdx.x);
}

// expect: violated
// today: unknown, because lambdas are not called through pointers
__global__ void a_lambda_in_a_table(int *out, int which)
{
    static const Put puts[2] = {[](int *p, const int i) { p[0] = i; }, own};
    puts[which & 1](out, threadIdx.x);
}

// expect: violated
// today: unknown, because methods are not called through pointers
__global__ void a_static_method(int *out)
{
    Default put;
    put.put(out, threadIdx.x);
}

// expect: violated
// today: unknown, because such functions are not called through pointers
__global__ void a_constant_expression(long *out, int which)
{
    long_table[which & 1](out, threadIdx.x);
}

// A function behind a pointer gives a struct, and writes a variable that it was not handed.
struct Pair {
    int a, b;
};
typedef Pair (*Make)(int);
__device__ int noted;
__device__ Pair loud(int t)
{
    noted = t;
    Pair pair;
    pair.a = t;
    pair.b = t;
    return pair;
}
__device__ Make makes[1] = {loud};

// expect: violated
// today: unknown, because calls through pointers that give a struct are not modelled
__global__ void from_a_table(int *out, int which)
{
    Pair pair = makes[which](threadIdx.x);
    out[blockIdx.x * 64 + threadIdx.x] = pair.a;
}
