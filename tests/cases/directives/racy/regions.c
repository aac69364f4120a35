// Regions whose threads meet.

#include <omp.h>

// expect: violated
void not_waited_for(int n, int *a, int *b)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            a[i] = i; //~ data-race block global read-write with @l1
#pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i]; // @l1
    }
}

// expect: violated
void first_alone(int *a)
{
#pragma omp parallel
    {
#pragma omp master
        a[0] = 1; //~ data-race block global read-write with @l2
        a[1 + omp_get_thread_num()] = a[0]; // @l2
    }
}

void all_of_them(int *a)
{
#pragma omp parallel
    a[0] = omp_get_thread_num(); //~ data-race block global write-write
}

void apart(int *a)
{
#pragma omp parallel sections
    {
#pragma omp section
        a[0] = 1; //~ data-race block global write-write with @l3
#pragma omp section
        a[0] = 2; // @l3
    }
}

// One access in a critical section, one without.
void half(int *out)
{
    int count = 0;
#pragma omp parallel
    {
#pragma omp critical
        count++; //~ data-race block global atomic-plain with @l4
        out[omp_get_thread_num()] = count; // @l4
    }
}

void two_locks(void)
{
    int count = 0;
#pragma omp parallel sections
    {
#pragma omp section
        count = 1; //~ data-race block global write-write with @l5
#pragma omp section
        count = 2; // @l5
    }
}

void early(int n, int *a)
{
    int x = 0;
#pragma omp parallel
    {
#pragma omp single nowait
        x = n; //~ data-race block global read-write with @l6
        a[omp_get_thread_num()] = x; // @l6
    }
}

// A schedule that is not said may give an iteration of the second loop to another thread.
void any_schedule(int n, int *a, int *b)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            a[i] = i; //~ data-race block global read-write with @l7
#pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = a[i]; // @l7
    }
}

// Nothing lets go of what was written before the flag.
// expect: violated
void relaxed(int *a)
{
    int x = 0, ready = 0;
#pragma omp parallel sections
    {
#pragma omp section
        {
            x = 1; //~ data-race block global read-write with @read
#pragma omp atomic write
            ready = 1;
        }
#pragma omp section
        {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = ready;
            }
            a[0] = x; // @read
        }
    }
}

// The second loop has other bounds: its iterations come to other threads.
// expect: violated
void other_bounds(int n, float *a)
{
#pragma omp parallel
    {
        // expect: proved
#pragma omp for nowait schedule(static)
        for (int i = 0; i < n; i++)
            a[i] = i; //~ data-race block global write-write with @halved
        // expect: proved
#pragma omp for schedule(static)
        for (int i = 0; i < n / 2; i++)
            a[i] = 2 * i; // @halved
    }
}
