// Virtual functions that are called by the name of their class, or on an object of which nobody knows the class.
// kverify-test: block=64 grid=1

struct Base {
    __device__ virtual int place() { return threadIdx.x; }
};
struct Derived : Base {
    __device__ int place() override { return 0; }
};

// expect: proved
__global__ void by_the_name_of_the_class(int *out)
{
    Derived object;
    out[object.Base::place()] = threadIdx.x;
}

// expect: violated
__global__ void by_its_own_name(int *out)
{
    Derived object;
    out[object.place()] = threadIdx.x; //~ data-race block
}

// expect: suspect
__global__ void of_a_parameter(int *out, Base *base)
{
    out[base->place()] = threadIdx.x; //~ data-race block
}

// expect: suspect
__global__ void of_one_of_two(int *out, int which)
{
    Base first;
    Derived second;
    Base *base = &first;
    if (which) base = &second;
    out[base->place()] = threadIdx.x; //~ data-race block
}
