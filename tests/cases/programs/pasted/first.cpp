void run_pasted(float *a, int threads);
void run_spliced(float *a, int threads);
void run_plain(float *a, int threads);
void first(float *a)
{
    run_pasted(a, 64);
    run_spliced(a, 64);
    run_plain(a, 64);
}
