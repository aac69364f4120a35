// kverify-test: host=project
__global__ void single(float *a);
void test(float *a) { single<<<4, 128>>>(a); }
