// Values that are where they are read.

#include <stdio.h>
#include <stdlib.h>

// expect: proved
int back(void)
{
    int n = 100;
    float *x = malloc(n * sizeof(float)), *y = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = y[i] = i;
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += x[i];
    printf("%f\n", y[7]);
    free(x);
    free(y);
    return 0;
}

void updated(int n)
{
    double a[64], b[64], s = 0;
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i;
#pragma acc data copy(a) copyin(b)
    for (int t = 0; t < n; t++) {
        b[0] = t;
#pragma acc update device(b[0:1])
#pragma acc parallel loop present(a, b)
        for (int i = 1; i < 63; i++)
            a[i] = b[i - 1];
        if (t % 10 == 0) {
#pragma acc update self(a)
            s += a[1];
        }
    }
    printf("%f %f\n", s, a[3]);
}

// The host keeps to the edge, which the device does not touch.
void edges(int n, double *u)
{
    double s = 0;
#pragma acc data copy(u[0:n*n])
    {
#pragma acc parallel loop collapse(2)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i * n + j] = 0;
        for (int i = 0; i < n; i++)
            s += u[i * n];
    }
    u[0] = s;
}

// What was there at first comes back for each run.
void reset(int n)
{
    double a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma acc data copyin(a) create(b)
    for (int t = 0; t < n; t++) {
#pragma acc update device(a)
#pragma acc parallel loop
        for (int i = 0; i < 64; i++)
            b[i] = a[i];
#pragma acc parallel loop
        for (int i = 0; i < 64; i++)
            a[i] = 2 * b[i];
    }
}

// What is read was written in earlier iterations.
void factors(int n)
{
    double m[64][64];
#pragma acc serial copyout(m)
    for (int j = 0; j < 64; j++) {
        double s = n;
        for (int p = 0; p < j; p++)
            s -= m[j][p];
        for (int p = 0; p <= j; p++)
            m[j][p] = s;
    }
    printf("%f\n", m[3][3]);
}
