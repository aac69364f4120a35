// What constructors, copies and captures do where nobody writes a call: bases are constructed, arrays element by element, members
// are copied by their own functions, and a capture's initialiser runs where the lambda is written.
// kverify-test: block=64 grid=1

__device__ int noted;

__device__ int note()
{
    noted = threadIdx.x; //~ data-race block global write-write
    return 3;
}

// expect: violated
__global__ void captured_value(int *out)
{
    auto three = [value = note()] { return value; };
    out[threadIdx.x] = three();
}

struct Base {
    int place;
    __device__ Base()
    {
        noted = threadIdx.x; //~ data-race block global write-write
        place = 1;
    }
};
struct Derived : Base {
    int more;
};
struct Named : Base {
    int more;
    __device__ Named() : more(2) {}
};
struct Holds {
    Derived inner[2];
};

// expect: violated
__global__ void base_class(int *out)
{
    Derived object;
    object.more = 1;
    out[threadIdx.x] = object.more;
}

// expect: violated
__global__ void base_of_a_written_constructor(int *out)
{
    Named object;
    out[threadIdx.x] = object.more;
}

// expect: violated
__global__ void base_in_an_array_in_a_member(int *out)
{
    Holds object;
    object.inner[1].more = 1;
    out[threadIdx.x] = object.inner[1].more;
}

struct Copied {
    int value;
    __device__ Copied &operator=(const Copied &other)
    {
        noted = threadIdx.x; //~ data-race block global write-write
        value = other.value;
        return *this;
    }
};
struct Pair {
    int first;
    Copied second;
};

// expect: violated
__global__ void copied_member(int *out)
{
    Pair a, b;
    a.second.value = 1;
    a.first = 2;
    b = a;
    out[threadIdx.x] = b.second.value;
}

struct Cloned {
    int value;
    __device__ Cloned() {}
    __device__ Cloned(const Cloned &other) : value(other.value)
    {
        noted = threadIdx.x; //~ data-race block global write-write
    }
};
struct Wrapped {
    Cloned inner;
};
__device__ int of(Wrapped object) { return object.inner.value; }

// expect: violated
__global__ void cloned_member(int *out)
{
    Wrapped object;
    object.inner.value = 5;
    out[threadIdx.x] = of(object);
}

// The place that a copy of its own computes.
struct Halved {
    int value;
    __device__ Halved &operator=(const Halved &other)
    {
        value = other.value / 2;
        return *this;
    }
};
struct Place {
    Halved at;
};

// expect: violated
__global__ void place_of_a_copy(int *out)
{
    Place a, b;
    a.at.value = threadIdx.x;
    b = a;
    out[b.at.value] = threadIdx.x; //~ data-race block global write-write
}
