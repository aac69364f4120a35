void run_pasted(float *a, int threads);
void run_spliced(float *a, int threads);
#define RUN(what) run_##what
const char *text = R"x(" /* )x";
void second(float *a)
{
    RUN(pasted)(a, 128);
    run_spli\
ced(a, 128);
}
