// What objects of the library do, and where what functions return leads, is not read.
#include <string>
#include <vector>

int *identity(int *p) { return p; }

// expect: unknown
void through_a_function(int *a, int n)
{
    int *p = identity(a);
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
        p[i] = a[i + 1];
}

// expect: unknown
void through_an_accessor(std::vector<int> &v, int n)
{
    int *p = v.data();
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
        p[i] = v[i + 1];
}

// expect: unknown
void bits_of_a_word(std::vector<bool> &v, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        v[i] = true;
}

// expect: unknown
void assigned_by_all(std::vector<std::string> &v, int n)
{
#pragma omp parallel for
    for (int i = 1; i < n; i++)
        v[0] = v[i];
}

// expect: unknown
void given_back_twice(int **p, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        delete p[0];
}

thread_local int own;

// expect: proved
void of_each_thread(int *a, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        own = i;
        a[i] = own;
    }
}

// expect: proved
void elements_of_a_vector(std::vector<int> &v, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        v[i] = i;
}
