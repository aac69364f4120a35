// Variables of the file of which each thread has its own.

static int at, kept, sum;
static _Thread_local int own;
static int limit;

static int seen(void)
{
    return kept;
}

static int twice(int i)
{
    static __thread int last;
    last = 2 * i;
    own = last;
    return own;
}

// expect: proved
void counter(int n, int *a)
{
#pragma omp parallel for
    for (at = 0; at < n; at++)
        a[at] = seen();
}

void in_a_region(int n, int *a)
{
#pragma omp parallel
    {
#pragma omp for private(at) reduction(+ : sum)
        for (int i = 0; i < n; i++) {
            at = i;
            a[at] = 1;
            sum += at;
        }
    }
}

void of_threads(int n, int *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = twice(i);
}
