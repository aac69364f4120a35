// Loops whose iterations nothing shares out among the teams, threads or gangs that run them.
// expect: unknown

void by_teams(int *a, int n)
{
#pragma omp target teams num_teams(8) map(tofrom : a[0:n])
// expect: proved
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 2;
}

// expect: unknown
void by_teams_in_braces(int *a, int n)
{
#pragma omp target teams
    {
#pragma omp parallel
        {
// expect: proved
#pragma omp for
            for (int i = 0; i < n; i++)
                a[i] = a[i] * 2;
        }
    }
}

// expect: unknown
void bound_to_threads(int *a, int n)
{
#pragma omp target teams map(tofrom : a[0:n])
// expect: proved
#pragma omp loop bind(parallel)
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 2;
}

// expect: unknown
void by_gangs(int *restrict a, int n)
{
#pragma acc parallel num_gangs(8) copy(a[0:n])
    {
// expect: proved
#pragma acc loop vector
        for (int i = 0; i < n; i++)
            a[i] = a[i] + 1;
    }
}

// expect: unknown
void by_gangs_at_once(int *restrict a, int n)
{
#pragma acc parallel loop worker vector copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = a[i] + 1;
}

// `filter` says which thread.
void by_second(int *a)
{
#pragma omp target parallel num_threads(4)
    {
#pragma omp masked filter(1)
        a[0] = 1;
#pragma omp masked
        a[0] = 2;
    }
}
