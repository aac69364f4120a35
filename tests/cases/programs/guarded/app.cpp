#include <algorithm>
#include <cstdlib>
void run_tested(float *a, int threads);
void run_bounded(float *a, int threads);
void run_too_much(float *a, int threads);
int main(int argc, char **argv)
{
    float *a = nullptr;
    cudaMalloc(&a, 4096);
    int threads = atoi(argv[1]);
    run_tested(a, threads);
    run_bounded(a, std::min(threads, 64));
    run_too_much(a, threads);
}
