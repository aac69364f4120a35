// kverify-test: host=project
#include "kernels.h"
void first(float *a)
{
    rows<<<8, 256>>>(a);
    wide<<<8, 256>>>(a);
}
