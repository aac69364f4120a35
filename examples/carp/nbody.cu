// CARP D2.2.B, section 6: the N-body sample. Several threads of a block share a body; each sums its part of the forces, one of
// them adds the parts up, and that one alone may move the body.

#define BODIES 16
#define PARTS 4

__device__ float3 part_of_force(const float4 *position, float4 mine, int part, int n)
{
    float3 force = make_float3(0.0f, 0.0f, 0.0f);
    for (int j = part; j < n; j += PARTS) {
        float4 other = position[j];
        float x = other.x - mine.x;
        float y = other.y - mine.y;
        float z = other.z - mine.z;
        float distance = x * x + y * y + z * z + 0.01f;
        float s = other.w * rsqrtf(distance * distance * distance);
        force.x += x * s;
        force.y += y * s;
        force.z += z * s;
    }
    return force;
}

// expect: proved
// kverify: block=16,4
__global__ void move(const float4 *position, float4 *moved, float4 *velocity, int n, float dt)
{
    __shared__ float3 part[PARTS][BODIES];
    int body = blockIdx.x * BODIES + threadIdx.x;
    float4 mine = position[body];
    float3 force = part_of_force(position, mine, threadIdx.y, n);
    part[threadIdx.y][threadIdx.x] = force;
    __syncthreads();

    if (threadIdx.y == 0) {
        for (int p = 1; p < PARTS; ++p) {
            force.x += part[p][threadIdx.x].x;
            force.y += part[p][threadIdx.x].y;
            force.z += part[p][threadIdx.x].z;
        }
        float4 v = velocity[body];
        v.x += force.x * dt;
        v.y += force.y * dt;
        v.z += force.z * dt;
        velocity[body] = v;
        moved[body] = make_float4(mine.x + v.x * dt, mine.y + v.y * dt, mine.z + v.z * dt, mine.w);
    }
}

// The master adds the parts up, but then everybody moves the body, the others by a part of the force only.
// expect: violated
// kverify: block=16,4
__global__ void move_by_everybody(const float4 *position, float4 *moved, float4 *velocity, int n, float dt)
{
    __shared__ float3 part[PARTS][BODIES];
    int body = blockIdx.x * BODIES + threadIdx.x;
    float4 mine = position[body];
    float3 force = part_of_force(position, mine, threadIdx.y, n);
    part[threadIdx.y][threadIdx.x] = force;
    __syncthreads();

    if (threadIdx.y == 0) {
        for (int p = 1; p < PARTS; ++p) {
            force.x += part[p][threadIdx.x].x;
            force.y += part[p][threadIdx.x].y;
            force.z += part[p][threadIdx.x].z;
        }
    }
    float4 v = velocity[body]; // @old
    v.x += force.x * dt;
    v.y += force.y * dt;
    v.z += force.z * dt;
    velocity[body] = v;
    //~ data-race block global read-write with @old
    //~ data-race block global write-write
    moved[body] = make_float4(mine.x + v.x * dt, mine.y + v.y * dt, mine.z + v.z * dt, mine.w);
    //~ data-race block global write-write
}
