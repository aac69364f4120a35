// Constructors of instantiated templates do not show; the template's own tells whether it may do more than give the object its
// values.
// kverify-test: block=64 grid=1

__device__ int noted;

template <int N> struct Numbered {
    int number;
    __device__ Numbered() : number(N) {}
};
struct Plain : Numbered<3> {
    int more;
};
template <class T> struct Holder : Numbered<4> {
    T value;
};

// expect: proved
__global__ void values_that_nobody_needs(int *out)
{
    Plain plain;
    Holder<int> holder;
    plain.more = 1;
    holder.value = 2;
    out[threadIdx.x] = plain.more + holder.value;
}

template <int N> struct Noting {
    int number;
    __device__ Noting()
    {
        number = N;
        noted = threadIdx.x;
    }
};
struct Notes : Noting<3> {
    int more;
};
struct ManyNotes {
    Noting<2> each[2];
    int more;
};

// expect: violated
// today: unknown, because the constructor that the template becomes does not show
__global__ void base_that_writes(int *out)
{
    Notes notes;
    notes.more = 1;
    out[threadIdx.x] = notes.more;
}

// expect: violated
// today: unknown, because the constructor that the template becomes does not show
__global__ void elements_that_write(int *out)
{
    ManyNotes notes;
    notes.more = 1;
    out[threadIdx.x] = notes.more;
}

__device__ int note()
{
    noted = threadIdx.x;
    return 3;
}
template <int N> struct Calling {
    int number;
    __device__ Calling() : number(note()) {}
};
struct Calls : Calling<3> {
    int more;
};

// expect: violated
// today: unknown, because the constructor that the template becomes does not show
__global__ void base_that_calls(int *out)
{
    Calls calls;
    calls.more = 1;
    out[threadIdx.x] = calls.more;
}
