// Copies of what a caller hands over, who may have made one before.

// expect: proved
void rows(int m, int n, const float *a, float *r)
{
#pragma acc parallel loop copyin(a[0:(m-1)*n]) copyout(r[0:m]) // @rows
    for (int i = 0; i < m; i++) {
        float s = 0;
        for (int j = 0; j < n; j++)
            s += a[i * n + j]; //~ warning incorrect-transfer with @rows
        r[i] = s;
    }
}

void given(int n, float *y)
{
#pragma acc parallel loop copyout(y[0:n]) // @given
    for (int i = 0; i < n; i++)
        y[i] += 1; //~ warning uninitialised-buffer with @given
}

void never_back(int n, float *y)
{
#pragma acc parallel loop copyin(y[0:n]) // @never
    for (int i = 0; i < n; i++)
        y[i] = i; //~ warning missing-transfer with @never
}
