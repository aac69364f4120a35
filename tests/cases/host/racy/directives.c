// Values that are on the other side when they are read.

#include <stdio.h>
#include <stdlib.h>

// expect: proved
int lost(void)
{
    int n = 100;
    float y[100] = { 0 };
#pragma acc parallel loop copyin(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = i; // @lost
    printf("%f\n", y[7]); //~ warning missing-transfer with @lost
    return 0;
}

int allocated(void)
{
    int n = 4096;
    float *y = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        y[i] = 1;
#pragma omp target teams distribute parallel for map(to : y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += 2.0f; // @allocated
    printf("%f\n", y[10]); //~ warning missing-transfer with @allocated
    free(y);
    return 0;
}

void inside(int n, double *c)
{
    double a[64];
#pragma omp target data map(to : a) map(from : c[0:64])
    {
        for (int i = 0; i < 64; i++)
            a[i] = 1.0; // @inside
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 64; i++)
            c[i] = a[i]; //~ warning missing-transfer with @inside
    }
}

void wrong_way(int n)
{
    double a[64], s = 0;
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma acc data copy(a)
    for (int t = 0; t < n; t++) {
#pragma acc parallel loop
        for (int i = 1; i < 63; i++)
            a[i] = t; // @wrong
#pragma acc update device(a[1:1])
        s += a[1]; //~ warning missing-transfer with @wrong
    }
    printf("%f\n", s);
}

void other_part(int n)
{
    double a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i;
#pragma acc data copyin(a) copy(b)
    for (int t = 0; t < n; t++) {
        a[0] = t; // @part
#pragma acc update device(a[1:1])
#pragma acc parallel loop present(a, b)
        for (int i = 1; i < 63; i++)
            b[i] = a[i - 1]; //~ warning missing-transfer with @part
    }
}

int too_short(void)
{
    int n = 50;
    float x[50], y[50];
    for (int i = 0; i < n; i++)
        x[i] = i;
#pragma acc parallel loop copyin(x[0:n-1]) copyout(y[0:n]) // @short
    for (int i = 0; i < n; i++)
        y[i] = x[i]; //~ incorrect-transfer with @short
    return y[3];
}

int unset(void)
{
    float y[50];
    for (int i = 0; i < 50; i++)
        y[i] = i;
#pragma acc parallel loop copyout(y) // @unset
    for (int i = 0; i < 50; i++)
        y[i] += 1; //~ uninitialised-buffer with @unset
    return y[3];
}
