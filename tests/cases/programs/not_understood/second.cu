// kverify-test: host=project
__global__ void lost(float *a);
__global__ void in_a_table(float *a);
__global__ void any_size(float *a);
void (*const table[])(float *) = {in_a_table};
void second(float *a, int threads)
{
    lost<<<8, settings.of(lost)>>>(a);
    any_size<<<8, threads>>>(a);
}
