// A base class's constructor that a class has by `using`: what it makes of the pointer is not followed.
struct Place {
    float *at;
    Place(float *start) : at(start + 1) {}
};
struct Named : Place {
    using Place::Place;
};

// expect: unknown
__global__ void k(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x + 1];
}

void host(float *x)
{
    Named place(x);
    k<<<1, 64>>>(x, place.at);
}
