__global__ void a(int*A){A[0]=1;}
__global__ void b(int*A){ A[0] = = 1; undefined(A) }
__global__ void c(int*A){A[threadIdx.x]=1;}
