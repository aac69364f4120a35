// As racy/virtual_calls.cu, with functions that give each thread a place of its own.
// kverify-test: block=64 grid=1

struct Base {
    __device__ virtual int place() { return threadIdx.x / 2; }
    __device__ int call() { return place(); }
};
struct Derived : Base {
    __device__ int place() override { return threadIdx.x; }
};
struct Other {
    int number;
    __device__ virtual int nothing() { return 0; }
};
struct Both : Other, Base {
    __device__ int place() override { return number; }
};

// expect: proved
__global__ void through_a_pointer(int *out)
{
    Derived object;
    Base *base = &object;
    out[base->place()] = threadIdx.x;
}

// expect: proved
__global__ void from_a_method(int *out)
{
    Derived object;
    out[object.call()] = threadIdx.x;
}

// expect: proved
__global__ void from_the_second_base(int *out)
{
    Both object;
    object.number = threadIdx.x;
    Base *base = &object;
    out[base->place()] = threadIdx.x;
}

struct Abstract {
    __device__ virtual int place() = 0;
};
struct Last final : Abstract {
    __device__ int place() override { return threadIdx.x; }
};

// expect: proved
__global__ void of_a_class_that_is_final(int *out, Last *last) { out[last->place()] = 1; }
