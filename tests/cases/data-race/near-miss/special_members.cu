// As free/special_members.cu, but for what the hidden calls compute.
// kverify-test: block=64 grid=1

// expect: violated
__global__ void captured_reference(int *out)
{
    int at = threadIdx.x;
    auto place = [&twice = at] { return twice; };
    at = 1;
    out[place()] = threadIdx.x; //~ data-race block global write-write
}

struct Base {
    int step = 1;
    __device__ Base() { step = 0; }
};
struct Derived : Base {
    int more = 3;
};

// expect: violated
__global__ void base_class(int *out)
{
    Derived object;
    out[threadIdx.x * object.step + object.more] = threadIdx.x; //~ data-race block global write-write
}

struct Dropped {
    int value;
    __device__ Dropped &operator=(const Dropped &)
    {
        value = 0;
        return *this;
    }
};
struct Pair {
    int first;
    Dropped second;
};

// expect: violated
__global__ void copied_member(int *out)
{
    Pair a, b;
    a.first = 0;
    a.second.value = threadIdx.x;
    b = a;
    out[b.second.value] = threadIdx.x; //~ data-race block global write-write
}
