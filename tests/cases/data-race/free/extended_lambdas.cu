// Lambdas that the host makes and hands to kernels: closures are parameters, each of which holds what it captures.

template <class F>
__global__ void each(F f, int n) { // expect: proved
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

template <class F, class G>
__global__ void both(F f, G g, int n) { // expect: proved
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        f(i);
        g(i);
    }
}

void host(int *a, int *b, const int *c, int n) {
    int offset = 7;
    each<<<(n + 255) / 256, 256>>>([=] __device__(int i) { a[i] = c[i] * 2; }, n);
    each<<<(n + 255) / 256, 256>>>([a, offset] __device__(int i) { a[i + offset] = i; }, n);
    both<<<(n + 255) / 256, 256>>>([=] __device__(int i) { a[i] = c[i] * 2; }, [=] __device__(int i) { b[i] = 2; }, n);
}
