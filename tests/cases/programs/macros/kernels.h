#pragma once
void run(float *a, int n);
#define RUN(a) run(a, 128)
