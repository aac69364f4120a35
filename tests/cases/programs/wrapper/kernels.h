#ifndef KERNELS_H
#define KERNELS_H
void run_fill(float *a, int n, int threads, int stride);
void run_squeeze(float *a, int n, int threads, int stride);
void run_both(float *a, int n);
void run_deep(float *a, int threads);
void run_deeper(float *a, int threads);
void middle(float *a, int threads);
#endif
