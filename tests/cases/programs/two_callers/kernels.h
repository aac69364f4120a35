#pragma once
__global__ void rows(float *a);
__global__ void wide(float *a);
