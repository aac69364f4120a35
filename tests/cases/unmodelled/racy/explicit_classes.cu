// Kernels that only explicit instantiations of class templates lead to are not looked at.
// expect: violated
// today: unknown, because the instantiations that they make are not looked at
template <typename T> __global__ void of_a_class(T *x)
{
    x[threadIdx.x / (sizeof(T) / 4)] = T(threadIdx.x); //~ data-race
}
template <typename T> struct Runner {
    void run(T *x) { of_a_class<T><<<1, 64>>>(x); }
};
template struct Runner<double>;
void run_directly(float *x) { of_a_class<float><<<1, 64>>>(x); }

// What the class does not name is.
// expect: proved
template <typename T> __global__ void of_none(T *x)
{
    x[threadIdx.x] = T(threadIdx.x);
}
template <typename T> void run_of_none(T *x) { of_none<T><<<1, 64>>>(x); }
void run_it(float *x) { run_of_none(x); }
