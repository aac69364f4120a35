// A program that looks at its device, reads a file, times its steps, and compares what comes out: all of that is followed, and the two
// buffers that it exchanges stay two.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <string>

// expect: proved
__global__ void stepped(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = in[i - 1] + in[i + 1];
}

int main(int argc, char **argv)
{
    const int nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]), rounds = atoll(argv[4]);
    const int n = nx * ny * nz;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    std::ifstream file(argv[5], std::ios::in | std::ifstream::binary);
    std::string line;
    while (std::getline(file, line))
        printf("%s\n", line.c_str());
    std::mt19937 random;
    random.seed(7);
    float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float));
    int i, j, k;
    for (k = 0; k < nz; k++)
        for (j = 0; j < ny; j++)
            for (i = 0; i < nx; i++) {
                int at = i + j * nx + k * nx * ny;
                if (i == 0 || j == 0 || k == 0)
                    a[at] = 1.0f;
                else
                    a[at] = 0.0f;
            }
    float *u, *v;
    cudaMalloc(&u, n * sizeof(float));
    cudaMalloc(&v, n * sizeof(float));
    cudaMemcpy(u, a, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(v, a, n * sizeof(float), cudaMemcpyHostToDevice);
    auto start = std::chrono::steady_clock::now();
    for (i = 1; i <= rounds; ++i) {
        stepped<<<n / 256, 256>>>(v, u, n);
        std::swap(u, v);
    }
    cudaDeviceSynchronize();
    auto end = std::chrono::steady_clock::now();
    std::chrono::duration<double, std::milli> time = end - start;
    printf("%f %f\n", time.count(), std::chrono::duration<float>(end - start).count());
    cudaMemcpy(b, u, n * sizeof(float), cudaMemcpyDeviceToHost);
    bool ok = true;
    float error = 0;
    for (k = 0; k < nz; k++)
        for (j = 0; j < ny; j++)
            for (i = 0; i < nx; i++) {
                int at = i + j * nx + k * nx * ny;
                error += (a[at] - b[at]) * (a[at] - b[at]);
                if (a[at] - b[at] > 1e-3f)
                    ok = false;
            }
    printf("%f %s\n", error, ok ? "PASS" : "FAIL");
    cudaFree(u);
    cudaFree(v);
    free(a);
    free(b);
    return 0;
}
