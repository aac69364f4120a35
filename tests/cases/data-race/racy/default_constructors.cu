// Members of classes are made by their own constructors, which may write; template arguments in a member's type are no
// initialisers of it.
// kverify-test: block=64 grid=1

__shared__ int mark;

struct Marks {
    int place;
    __device__ Marks() : place(3)
    {
        mark = threadIdx.x; //~ data-race block shared write-write
    }
};
template <int N> struct Holder {
    Marks marks;
    int more;
};

// expect: violated
__global__ void side_effect(int *out)
{
    Holder<5> h;
    out[threadIdx.x] = h.marks.place;
}

template <int N> struct Number { typedef int type; };
template <int N> struct Counter {
    typename Number<N>::type value;
    int other = N;
};

// expect: violated
__global__ void a_members_value(int *out)
{
    Counter<7> c;
    c.value = 2;
    out[threadIdx.x / (c.other - 5)] = threadIdx.x; //~ data-race block global write-write
}
