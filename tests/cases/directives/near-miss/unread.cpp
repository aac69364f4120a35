// What is not read is unknown, wherever it stands.

#define PARALLEL _Pragma("omp parallel for")
#define DO(x) _Pragma(#x)

// expect: unknown
void tasks(int n, int *a)
{
#pragma omp taskloop
    for (int i = 0; i < n; i++)
        a[0] = i;
}

void in_order(int n, int *a)
{
#pragma omp parallel for ordered
    for (int i = 0; i < n; i++) {
#pragma omp ordered
        a[0] = i;
    }
}

// expect: violated
void by_macro(int n, int *a)
{
    PARALLEL
    for (int i = 0; i < n; i++)
        a[0] = i; //~ data-race grid global write-write
}

void by_maker(int n, int *a)
{
    DO(omp parallel for)
    for (int i = 0; i < n; i++)
        a[0] = i; //~ data-race grid global write-write
}

// expect: unknown
void by_operator(int n, int *a)
{
    _Pragma("acc parallel loop async(1)")
    for (int i = 0; i < n; i++)
        a[0] = i;
}

void in_a_branch(int n, int *a)
{
#ifdef FAST
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        a[0] = i;
}

// A comment: #pragma omp parallel for
#if 0
#pragma omp parallel for
#endif

void while_loop(int n, int *a)
{
    int i = 0;
#pragma omp parallel for
    while (i < n)
        a[i++] = 0;
}

void leaves(int n, int *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        if (a[i] > 3)
            break;
        a[i] = 0;
    }
}

void parts(int n, int *a, const int *b)
{
#pragma omp parallel for reduction(+ : a[0:10])
    for (int i = 0; i < n; i++)
        a[b[i]] += 1;
}

template <class T> void in_a_template(int n, T *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[0] = i;
}

void whose_lane(int n, int *a)
{
#pragma omp simd safelen(4)
    for (int i = 4; i < n; i++)
        a[i] = a[i - 4];
}

// Which thread runs an iteration is not known.
extern "C" int omp_get_thread_num();

// expect: suspect
void by_thread(int n, int *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[omp_get_thread_num()] = i; //~ data-race grid global write-write
}

// expect: unknown
// Sections of two names do not exclude each other.
void two_critical(int n, int *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp critical(one)
        a[0] += i;
#pragma omp critical(two)
        a[0] += i;
    }
}

void of_a_team(int n, int *a)
{
    static int last;
#pragma omp threadprivate(last)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        last = a[i];
}

struct Grid {
    int n;
    float *cells;
    void clear()
    {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            cells[0] = 0;
    }
};

void tile(int n, float *a)
{
#pragma omp target teams
    {
        a[0] = n;
        // expect: proved
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
}

// expect: unknown
void two_names(int n, int *a, int *b, bool which)
{
    int *p;
    if (which)
        p = a + 1;
    else
        p = b;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = p[i];
}

void moved(int n, int *a)
{
    int *p = a;
    p += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = p[i];
}
