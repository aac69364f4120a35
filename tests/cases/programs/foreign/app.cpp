extern "C" void run_loaded(float *a, int threads);
extern "C" void run_looked_up(float *a, int threads);
extern "C" void run_named(float *a, int threads);
void app(float *a)
{
    run_loaded(a, 64);
    run_looked_up(a, 64);
    run_named(a, 64);
}
