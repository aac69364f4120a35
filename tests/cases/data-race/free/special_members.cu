// What constructors, copies and captures compute where nobody writes a call.
// kverify-test: block=64 grid=1

// expect: proved
__global__ void captured_value(int *out)
{
    int at = threadIdx.x;
    auto place = [twice = 2 * at, &at] { return twice + at; };
    at = 1;
    out[place()] = at;
}

struct Base {
    int step = 1;
    __device__ Base() { step = 2; }
};
struct Derived : Base {
    int more = 3;
};
struct Named : Base {
    int more;
    __device__ Named() : more(3) {}
};

// expect: proved
__global__ void base_class(int *out)
{
    Derived object;
    out[threadIdx.x * object.step + object.more] = 1;
}

// expect: proved
__global__ void base_of_a_written_constructor(int *out)
{
    Named object;
    out[threadIdx.x * object.step + object.more] = 1;
}

// expect: proved
__global__ void elements(int *out)
{
    Derived objects[2];
    out[threadIdx.x * objects[1].step] = objects[0].more;
}

struct Doubled {
    int value;
    __device__ Doubled &operator=(const Doubled &other)
    {
        value = 2 * other.value;
        return *this;
    }
};
struct Pair {
    int first;
    Doubled second;
};

// expect: proved
__global__ void copied_member(int *out)
{
    Pair a, b;
    a.first = 0;
    a.second.value = threadIdx.x;
    b = a;
    out[b.second.value] = 1;
}
