// Loops that give their iterations to the same threads, by the positions of the iterations.

// expect: proved
void by_position(int n, int *a, int *b)
{
#pragma omp parallel
    {
#pragma omp for schedule(static, 2) nowait
        for (int i = 3; i < n + 3; i++)
            a[i] = i;
#pragma omp for schedule(static, 2)
        for (int k = 0; k < n; k++)
            b[k] = a[k + 3];
    }
}

void every_round(int n, int *a)
{
#pragma omp parallel
    for (int t = 0; t < 8; t++) {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            a[i] += 1;
    }
}
