// kverify-test: host=project
#include "matrix.h"
int main()
{
    Matrix a, b;
    cudaMalloc(&a.data, 4000);
    cudaMalloc(&b.data, 4000);
    a.add(a);
    a.copy(b);
    a.fill(64);
}
