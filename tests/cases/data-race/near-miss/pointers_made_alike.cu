// kverify-test: host=project
// Members and arguments get different pointers where nothing names the object or the function, or change places.
#include <functional>
#include <memory>
#include <thread>
#include <utility>

// expect: proved
__global__ void of_members(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Members {
    float *to, *from;
    void run() { of_members<<<1, 64>>>(to, from); }
};

void apart(Members &members, float *p, float *q) { members.to = p; members.from = q; }

// expect: proved
__global__ void of_inner(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Outer {
    float *first, *second;
    Outer(int n) {
        cudaMalloc(&first, n);
        cudaMalloc(&second, n);
    }
    void run() { of_inner<<<1, 64>>>(first, second); }
};

void turn(Outer &outer) { std::swap(outer.first, outer.second); }

// expect: proved
__global__ void of_pair(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Paired {
    std::pair<float *, float *> both;
    void run() { of_pair<<<1, 64>>>(both.first, both.second); }
};

void moved(Paired &paired, Paired &other) { paired.both.first = other.both.first; }

// expect: proved
__global__ void of_shared(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Buffers {
    float *one, *two;
};

struct Shared {
    std::shared_ptr<Buffers> held;
    void run() { of_shared<<<1, 64>>>(held->one, held->two); }
};

void advance(Shared &shared, int n) { shared.held->one = shared.held->one + n; }

// expect: proved
__global__ void of_thread(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void in_thread(float *to, float *from) { of_thread<<<1, 64>>>(to, from); }

void start_thread(float *p, float *q) {
    std::thread worker(in_thread, p, q);
    worker.join();
}

// expect: proved
__global__ void of_table(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void by_table(float *to, float *from) { of_table<<<1, 64>>>(to, from); }

void (*const table[])(float *, float *) = {by_table};

void call_table(float *p, float *q, int n) { table[n](p, q); }

// expect: proved
__global__ void of_object(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void by_object(float *to, float *from) { of_object<<<1, 64>>>(to, from); }

void call_object(float *p, float *q) {
    std::function<void(float *, float *)> held = by_object;
    held(p, q);
}

// expect: proved
__global__ void of_filled(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void filled(float *p, float *q) {
    std::array<float *, 2> both;
    both[0] = p;
    both[1] = q;
    of_filled<<<1, 64>>>(both[0], both[1]);
}
