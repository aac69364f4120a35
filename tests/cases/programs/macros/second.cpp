#include "kernels.h"
void second(float *a) { RUN(a); }
