// Virtual functions, called on objects that the kernel makes itself.
// kverify-test: block=64 grid=1

__device__ int noted;

struct Base {
    __device__ virtual int place() { return threadIdx.x; }
    __device__ virtual void note() {}
    __device__ int call() { return place(); }
};
struct Derived : Base {
    __device__ int place() override { return threadIdx.x / 2; }
    __device__ void note() override
    {
        noted = threadIdx.x; //~ data-race block global write-write
    }
};
struct Further : Derived {};

// expect: violated
__global__ void through_a_pointer(int *out)
{
    Derived object;
    Base *base = &object;
    out[base->place()] = threadIdx.x; //~ data-race block
}

// expect: violated
__global__ void through_a_reference(int *out)
{
    Further object;
    Base &base = object;
    out[base.place()] = threadIdx.x; //~ data-race block
}

// expect: violated
__global__ void from_a_method(int *out)
{
    Derived object;
    out[object.call()] = threadIdx.x; //~ data-race block
}

__device__ int of(Base *base) { return base->place(); }

// expect: violated
__global__ void through_a_parameter(int *out)
{
    Derived object;
    out[of(&object)] = threadIdx.x; //~ data-race block
}

// expect: violated
__global__ void that_writes()
{
    Derived object;
    Base &base = object;
    base.note();
}

struct Started {
    int place;
    __device__ Started() { place = first(); }
    __device__ virtual int first() { return 0; }
};
struct Late : Started {
    __device__ int first() override { return threadIdx.x; }
};

// expect: violated
__global__ void while_it_is_made(int *out)
{
    Late object;
    out[object.place] = threadIdx.x; //~ data-race block
}

struct Step {
    __device__ virtual int by(int n = 1) { return n; }
};
struct Other : Step {
    __device__ int by(int n = 2) override { return n == 1 ? 0 : threadIdx.x; }
};

// expect: violated
__global__ void default_argument(int *out)
{
    Other object;
    Step &step = object;
    out[step.by()] = threadIdx.x; //~ data-race block
}
