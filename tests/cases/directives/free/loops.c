// Loops whose iterations have places of their own.

#include <stdlib.h>

#define N 1000

// expect: proved
void copy(int n, float *a, const float *b)
{
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        a[i] = b[i + 1];
}

void backward(void)
{
    int i;
    int a[N];
    #pragma omp parallel for
    for (i = N - 1; i >= 0; i -= 1)
        a[i] = i;
}

void by_twos(int n, int *a)
{
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i != n; ++i) {
        a[2 * i] = i;
        a[2 * i + 1] = i;
    }
}

int all(int n, const int *a)
{
    int sum = 0;
#pragma omp parallel for \
        reduction(+ : sum) // in any order
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

void temporary(int n, int *a)
{
    int t, u = 3;
#pragma omp parallel for private(t) firstprivate(u)
    for (int i = 0; i < n; i++) {
        t = a[i] + u;
        u = 4;
        a[i] = t + 1;
    }
}

int last(int n, const int *a)
{
    int x = 0;
#pragma omp parallel for lastprivate(x)
    for (int i = 0; i < n; i++)
        x = a[i];
    return x;
}

void inner_variable(int n, int m, int *a)
{
    int i, j;
    if (m > 1000)
        return;
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < 1000; j++)
            a[i * 1000 + j] = 0;
}

void one_name(void)
{
    int *a = malloc(N * sizeof(int));
    int *p = a;
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[i] = p[i];
    free(a);
}

void rows(void)
{
    int n = 100;
    double a[n][n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 0;
}

void both(int n, int *a)
{
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 100; j++)
            a[100 * i + j] = i;
}

void on_device(int n, float *a)
{
#pragma omp target data map(tofrom: a[0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
}

static void put(int *a, int i)
{
    a[i] = i;
}

void called(int n, int *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        put(a, i);
}

int counted(int n, const int *a)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (a[i] > 0) {
#pragma omp atomic
            count++;
        }
    }
    return count;
}

void advanced(int n, int *a)
{
    int j = 0;
#pragma omp parallel for linear(j)
    for (int i = 0; i < n; i++) {
        a[j] = i;
        j++;
    }
}

void apart(int n, float *a)
{
#pragma acc kernels loop independent
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 2;
}

void gangs(int n, float *a, float *b)
{
    float t;
#pragma acc parallel loop gang vector private(t) copy(a[0:n])
    for (int i = 0; i < n; i++) {
        t = b[i];
        a[i] = t;
    }
}

void nested(int n, int m, float *a)
{
#pragma acc parallel loop gang
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
        for (int j = 0; j < 1000; j++)
            a[i * 1000 + j] = i;
    }
}

void guarded(int n, int *a)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        a[i] = i;
}

// One thread of each team runs all that the team has of the loop.
void privately(int n, int *a)
{
    int t;
#pragma omp target teams private(t)
#pragma omp distribute
    for (int i = 0; i < n; i++) {
        t = i;
        a[i] = t;
    }
}

void shared_out_twice(int n, int *a)
{
#pragma omp target
#pragma omp teams distribute
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < 8; j++)
            a[i * 8 + j] = i;
    }
}

void shared_out_to_lanes(int n, int *restrict a)
{
#pragma acc parallel copy(a[0:8 * n])
#pragma acc loop gang
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
        for (int j = 0; j < 8; j++)
            a[i * 8 + j] = i;
    }
}
