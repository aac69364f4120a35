// kverify-test: host=project
#include "kernels.h"
void second(float *a)
{
    rows<<<8, 512>>>(a);
    wide<<<8, 512>>>(a);
}
