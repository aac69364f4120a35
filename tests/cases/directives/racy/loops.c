// Loops whose iterations meet.

#define N 1000

// expect: violated
void forward(int n, float *a)
{
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1]; //~ data-race grid global read-write
}

void backward(void)
{
    int i;
    int a[N];
    #pragma omp parallel for
    for (i = N - 1; i > 0; i--)
        a[i] = a[i - 1] + 1; //~ data-race grid global read-write
}

void by_twos(int n, int *a)
{
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i += 2) {
        a[i] = i; //~ data-race grid global write-write with @l1
        a[i + 2] = i; // @l1
    }
}

int all(int n, const int *a)
{
    int sum = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        sum += a[i]; //~ data-race grid global read-write
        //~ data-race grid global write-write
    return sum;
}

void temporary(int n, int *a)
{
    int t;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        t = a[i]; //~ data-race grid global write-write
        //~ data-race grid global read-write with @l2
        a[i] = t + 1; // @l2
    }
}

void inner_variable(int n, int m, int *a)
{
    int i, j;
#pragma omp parallel for
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) //~ data-race grid global read-write x4
        //~ data-race grid global write-write x3
        //~ data-race grid global read-write with @l3 x2
            a[i * m + j] = 0; // @l3
            //~ data-race grid global write-write
}

void kept(int n, int *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        static int last;
        last = i; //~ data-race grid global write-write
        a[i] = i;
    }
}

void two_names(void)
{
    int a[N];
    int *p = a + 1;
#pragma omp parallel for
    for (int i = 0; i < N - 1; i++)
        a[i] = p[i]; //~ data-race grid global read-write
}

void rows(int n)
{
    double a[n][n];
#pragma omp parallel for
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = a[i - 1][j]; //~ data-race grid global read-write
}

void both(int n, int m, int *a)
{
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i + j] = i; //~ data-race grid global write-write
}

void on_device(int n, float *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i / 2] = i; //~ data-race grid global write-write
}

static void put(int *a, int i)
{
    a[i % 10] = i; //~ data-race grid global write-write
}

void called(int n, int *a)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        put(a, i);
}

// Only the places that `atomic` names are: the index is read plainly.
void half_atomic(int n, int *a, int *at)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        a[at[i]] += 1; //~ data-race grid global read-write with @l4
        at[0] = 0; // @l4
        //~ data-race grid global write-write
    }
}

// Threads of several teams do not exclude each other.
int teams(int n)
{
    int count = 0;
#pragma omp target teams distribute parallel for map(tofrom: count)
    for (int i = 0; i < n; i++) {
#pragma omp critical
        count++; //~ data-race grid global read-write
        //~ data-race grid global write-write
    }
    return count;
}

void wrong_claim(int n, float *a)
{
#pragma acc kernels loop independent
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1]; //~ data-race grid global read-write
}

void gangs(int n, float *a, float *b)
{
    float t;
#pragma acc parallel loop gang vector copy(a[0:n])
    for (int i = 0; i < n; i++) {
        t = b[i]; //~ data-race grid global write-write
        //~ data-race grid global read-write with @l5
        a[i] = t; // @l5
    }
}

void nested(int n, int m, float *a)
{
#pragma acc parallel loop gang
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
        for (int j = 1; j < m; j++)
            a[i * 1000 + j] = a[i * 1000 + j - 1]; //~ data-race grid global read-write
            //~ data-race grid global write-write
    }
}

struct Cells {
    int n;
    int cell[100];
};

void record(struct Cells c)
{
    struct Cells d = c;
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        d.cell[i / 2] = i; //~ data-race grid global write-write
}

int counted(int n, int *out)
{
    int count = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        count++; //~ data-race grid global atomic-plain with @l6
        out[i] = count; // @l6
    }
    return count;
}

// One copy for each team, which its threads share.
void each_teams(int n, int *a)
{
    int t = 0;
#pragma omp target teams private(t)
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++) {
        t = i; //~ data-race grid global write-write
        //~ data-race grid global read-write with @l7
        a[i] = t; // @l7
    }
}

// One copy for each gang, which its lanes share.
void each_gangs(int n, int *restrict a)
{
    int t;
#pragma acc parallel private(t)
#pragma acc loop gang vector
    for (int i = 0; i < n; i++) {
        t = i; //~ data-race grid global write-write
        //~ data-race grid global read-write with @l8
        a[i] = t; // @l8
    }
}

// Each thread of the outer region runs all of the loop.
void each_threads(int n, int *a)
{
#pragma omp parallel num_threads(4)
    {
// expect: proved
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 2; //~ data-race block global write-write
        //~ data-race block global read-write
    }
}
