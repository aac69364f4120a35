/* Random numbers on the device. A generator is a cell that every draw reads and writes, so that two threads that share
   one race; what is drawn is an unknown function of the cell. */
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
unsigned __kv_random_seed(unsigned long long seed, unsigned long long sequence, unsigned long long offset);
unsigned __kv_random_bits(unsigned state, unsigned draw);
#define KV_GENERATOR(NAME)                                                                                            \
    struct NAME { unsigned state; };                                                                                  \
    typedef NAME NAME##_t;
KV_GENERATOR(curandStateXORWOW) KV_GENERATOR(curandStateMRG32k3a) KV_GENERATOR(curandStatePhilox4_32_10)
KV_GENERATOR(curandStateSobol32) KV_GENERATOR(curandStateScrambledSobol32) KV_GENERATOR(curandStateSobol64)
KV_GENERATOR(curandStateScrambledSobol64)
#undef KV_GENERATOR
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
/* As in the library, direction vectors are arrays: a generator that takes them reads all of them. */
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef int curandStatus_t, curandDirectionVectorSet_t;
enum { CURAND_STATUS_SUCCESS, CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
       CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 };
typedef double curandDistributionShift_t;
template <class S>
void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *state) {
    state->state = __kv_random_seed(seed, sequence, offset);
}
template <class V, int N> unsigned kv_read_vectors(const V (&vectors)[N]) {
    V all = 0;
    for (int n = 0; n < N; n++) all ^= vectors[n];
    return (unsigned)all;
}
#define KV_SOBOL(VECTORS, STATE)                                                                                       \
    inline void curand_init(VECTORS vectors, unsigned offset, STATE *state) {                                         \
        state->state = __kv_random_seed(kv_read_vectors(*(VECTORS *)vectors), 0, offset);                             \
    }
#define KV_SCRAMBLED_SOBOL(VECTORS, STATE, NUMBER)                                                                     \
    inline void curand_init(VECTORS vectors, NUMBER scramble, unsigned offset, STATE *state) {                        \
        state->state = __kv_random_seed(kv_read_vectors(*(VECTORS *)vectors), scramble, offset);                      \
    }
KV_SOBOL(curandDirectionVectors32_t, curandStateSobol32_t)
KV_SOBOL(curandDirectionVectors64_t, curandStateSobol64_t)
KV_SCRAMBLED_SOBOL(curandDirectionVectors32_t, curandStateScrambledSobol32_t, unsigned)
KV_SCRAMBLED_SOBOL(curandDirectionVectors64_t, curandStateScrambledSobol64_t, unsigned long long)
#undef KV_SOBOL
#undef KV_SCRAMBLED_SOBOL
template <class S> unsigned curand(S *state) {
    unsigned now = state->state;
    state->state = __kv_random_bits(now, 0);
    return __kv_random_bits(now, 1);
}
/* A block of at most 256 threads draws together from one Mersenne twister, each thread from words of its own: all of them have to come
   to the barriers inside. */
struct curandStateMtgp32 { unsigned state[256]; };
typedef curandStateMtgp32 curandStateMtgp32_t;
inline unsigned curand(curandStateMtgp32 *state) {
    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned *word = &state->state[thread % 256u];
    unsigned now = *word;
    *word = __kv_random_bits(now, 0);
    __syncthreads();
    __syncthreads();
    return __kv_random_bits(now, 1);
}
template <class S> uint4 curand4(S *state) {
    unsigned now = state->state;
    state->state = __kv_random_bits(now, 0);
    return make_uint4(__kv_random_bits(now, 1), __kv_random_bits(now, 2), __kv_random_bits(now, 3),
                      __kv_random_bits(now, 4));
}
template <class S> float curand_uniform(S *state) { return curand(state) * 2.3283064e-10f + 1.1641532e-10f; }
template <class S> double curand_uniform_double(S *state) { return curand(state) * 2.3283064365386963e-10 + 1e-17; }
template <class S> float curand_normal(S *state) { return normcdfinvf(curand_uniform(state)); }
template <class S> double curand_normal_double(S *state) { return normcdfinv(curand_uniform_double(state)); }
template <class S> float curand_log_normal(S *state, float mean, float deviation) {
    return expf(mean + deviation * curand_normal(state));
}
template <class S> unsigned curand_poisson(S *state, double) { return curand(state); }
template <class S> float2 curand_normal2(S *state) {
    float first = curand_normal(state);
    return make_float2(first, curand_normal(state));
}
template <class S> double2 curand_normal2_double(S *state) {
    double first = curand_normal_double(state);
    return make_double2(first, curand_normal_double(state));
}
inline float4 kv_uniform4(uint4 bits) {
    return make_float4(bits.x * 2.3283064e-10f, bits.y * 2.3283064e-10f, bits.z * 2.3283064e-10f, bits.w * 2.3283064e-10f);
}
template <class S> float4 curand_uniform4(S *state) { return kv_uniform4(curand4(state)); }
template <class S> float4 curand_normal4(S *state) {
    float4 u = kv_uniform4(curand4(state));
    return make_float4(normcdfinvf(u.x), normcdfinvf(u.y), normcdfinvf(u.z), normcdfinvf(u.w));
}
template <class S> void skipahead(unsigned long long n, S *state) {
    state->state = __kv_random_seed(state->state, 0, n);
}
template <class S> void skipahead_sequence(unsigned long long n, S *state) {
    state->state = __kv_random_seed(state->state, n, 0);
}
#pragma clang force_cuda_host_device end
