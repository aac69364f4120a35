// As the free ones, with a bound that does not carry over.
// kverify-test: grid=1

// expect: violated
__global__ void wander_off(int *out, const int *w, int n, int part)
{
    const int first = threadIdx.x * part, last = first + part - 1;
    int at = first;
    if (part < 1)
        return;
    for (int i = 0; i < n; ++i) {
        out[at] = threadIdx.x; //~ data-race block global write-write
        if (w[i] > 0 && at <= last)
            ++at;
        else if (w[i] < 0 && at > first)
            --at;
    }
}

// Nobody trusts what the source states: it does not carry over, and the race stays.
// expect: violated
__global__ void wrongly_stated(int *out, const int *w, int n)
{
    const int first = 8 * threadIdx.x;
    int at = first;
    for (int i = 0;
         __invariant(at <= first + 7),
         i < n; ++i) {
        out[at] = threadIdx.x; //~ data-race block global write-write
        if (w[i] > 0)
            ++at;
    }
}

// True when the loop is reached and not after: that is no invariant.
// expect: violated
__global__ void stated_of_the_start(int *out, const int *w, int n)
{
    int at = threadIdx.x;
    for (int i = 0;
         __invariant(at == threadIdx.x),
         i < n; ++i) {
        out[at] = threadIdx.x; //~ data-race block global write-write
        at += w[i] & 1;
    }
}
