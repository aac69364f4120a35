// What callers, other functions or conditions may have moved: nothing is said.

#include <stdio.h>

void show(double *a, int n);

// expect: proved
void on_some_ways(int n, int late)
{
    double a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma acc data copy(a)
    {
#pragma acc parallel loop
        for (int i = 0; i < 64; i++)
            a[i] = n;
        if (late) {
#pragma acc update self(a)
        }
        if (late)
            printf("%f\n", a[0]);
    }
}

void handed_over(int n)
{
    double a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma acc data copy(a)
    {
#pragma acc parallel loop
        for (int i = 0; i < 64; i++)
            a[i] = n;
        show(a, 64);
        printf("%f\n", a[0]);
    }
}

// A caller holds the copy.
static void step(int n, float *y)
{
#pragma acc parallel loop copyin(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += 1;
}

void steps(int n, float *y)
{
#pragma acc data copy(y[0:n])
    for (int t = 0; t < 10; t++)
        step(n, y);
}

int perhaps(int n)
{
    double a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma acc parallel loop copyin(a) if(n > 10)
    for (int i = 0; i < 64; i++)
        a[i] = n;
    return a[3] > 0;
}

int leaves(int n)
{
    double a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma acc data copy(a)
    while (1) {
#pragma acc parallel loop
        for (int i = 0; i < 64; i++)
            a[i] = n;
        if (n++ > 5) {
#pragma acc update self(a)
            break;
        }
    }
    return a[3] > 0;
}
