// Regions whose threads wait for each other or have places of their own.

#include <omp.h>

// expect: proved
void waited_for(int n, int *a, int *b)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i];
    }
}

void first_alone(int *a)
{
#pragma omp parallel
    {
#pragma omp master
        a[0] = 1;
#pragma omp barrier
        a[1 + omp_get_thread_num()] = a[0];
    }
}

void own_places(int *a)
{
    int id;
#pragma omp parallel private(id)
    {
        id = omp_get_thread_num();
        a[id] = id;
    }
}

void apart(int *a)
{
#pragma omp parallel sections
    {
#pragma omp section
        a[0] = 1;
#pragma omp section
        a[1] = 2;
    }
}

int counted(int n)
{
    int count = 0;
#pragma omp parallel
    {
#pragma omp critical
        {
            if (count < n)
                count++;
        }
    }
    return count;
}

void told(int n, int *a)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp single
        x = n;
        a[omp_get_thread_num()] = x;
    }
}

// The same iterations of both loops come to the same thread.
void same_schedule(int n, int *a, int *b)
{
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            b[i] = a[i];
    }
}

// expect: proved
// today: unknown, because messages are known of blocks and of threads that are chosen by number, and any thread may run a section
void handed_over(int *a)
{
    int x = 0, ready = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            x = 1;
#pragma omp atomic write seq_cst
            ready = 1;
        }
#pragma omp section
        {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read seq_cst
                seen = ready;
            }
            a[0] = x;
        }
    }
}
