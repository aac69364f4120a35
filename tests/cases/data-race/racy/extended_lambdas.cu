// Lambdas that the host makes and hands to kernels: what they capture is what the host has there.

template <class F>
__global__ void each(F f, int n) { // expect: violated
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

template <class F, class G>
__global__ void both(F f, G g, int n) { // expect: violated
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        f(i);
        g(i + 1);
    }
}

void host(int *a, const int *c, int n) {
    each<<<(n + 255) / 256, 256>>>([=] __device__(int i) { a[i] = a[(i + 1) % n] * 2; }, n); //~ data-race block //~ data-race grid
    // Both hold one pointer.
    both<<<(n + 255) / 256, 256>>>([=] __device__(int i) { a[i] = c[i] * 2; }, //~ data-race block with @G //~ data-race grid with @G
                                   [=] __device__(int i) { a[i] = 2; }, n);    // @G
}
