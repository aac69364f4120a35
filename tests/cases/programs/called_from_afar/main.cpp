void near_of(float *a, int threads);
void shifted_of(float *to, const float *from);
void run_dead(float *a, int threads);
int main()
{
    float *a = nullptr;
    cudaMalloc(&a, 4096);
    near_of(a, 64);
    shifted_of(a, a);
    run_dead(a, 64);
}
