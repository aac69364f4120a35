// Pointers that lead to one array, by what the function itself makes of them.

struct view {
    int *to, *from;
    int operator()(int i) const { return from[i]; } // @get
};

// expect: violated
void members(int n, int *a)
{
    view v = {a, a + 1};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        v.to[i] = v.from[i]; //~ data-race grid global read-write
}

void one_member(int n, int *a)
{
    view v{nullptr, a + 1};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = v(i); //~ data-race grid global read-write with @get
}

void captured(int n, int *a)
{
    int *q = a + 1;
    auto get = [q](int i) { return q[i]; }; // @q
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = get(i); //~ data-race grid global read-write with @q
}

void captured_sum(int n, const int *a, int &sum)
{
    auto add = [&](int i) { sum += a[i]; }; //~ data-race grid global read-write //~ data-race grid global write-write
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        add(i);
}
