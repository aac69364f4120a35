#ifndef OPTIONS_H
#define OPTIONS_H
#ifndef BLOCK
#define BLOCK 64
#endif
static const int block = BLOCK;
extern int threads_of_all;
void run_guarded(float *a, int threads);
void run_wide(float *a, int threads);
void run_other(float *a, int threads);
void run_overload(float *a, int threads);
void run_variable(float *a);
#endif
