// kverify-test: host=project
__global__ void lost(float *a);
__global__ void in_a_table(float *a);
__global__ void any_size(float *a);
void first(float *a)
{
    lost<<<8, 64>>>(a);
    in_a_table<<<8, 64>>>(a);
    any_size<<<8, 64>>>(a);
}
