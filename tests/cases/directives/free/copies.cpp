// Copies of vectors have elements of their own.

#include <vector>

static int first(std::vector<int> t, int i)
{
    t[0] = i;
    return t[0];
}

// expect: proved
void of_an_iteration(int n, const std::vector<int> &v, int *out)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        std::vector<int> t = v;
        t[0] = i;
        out[i] = t[0];
    }
}

void handed_over(int n, const std::vector<int> &v, int *out)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = first(v, i);
}
