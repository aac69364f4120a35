// kverify-test: host=project
// Members and arguments become one pointer where nothing names the object or the function: through a reference that anybody may be handed,
// by a function that is handed another, and in what clang leaves out.
#include <functional>
#include <memory>
#include <thread>
#include <utility>

// expect: violated
// today: unknown, because who is handed to `alike` is not seen
__global__ void of_members(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Members {
    float *to, *from;
    void run() { of_members<<<1, 64>>>(to, from); }
};

void alike(Members &members) { members.to = members.from; }

// expect: violated
// today: unknown, because who is handed to `alike` is not seen
__global__ void of_inner(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Outer {
    struct Inner {
        float *first, *second;
    } inner;
    void run() { of_inner<<<1, 64>>>(inner.first, inner.second); }
};

void alike(Outer &outer) {
    Outer::Inner &inner = outer.inner;
    inner.first = inner.second;
}

// expect: violated
// today: unknown, because who is handed to `alike` is not seen
__global__ void of_pair(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Paired {
    std::pair<float *, float *> both;
    void run() { of_pair<<<1, 64>>>(both.first, both.second); }
};

void alike(Paired &paired) { paired.both.first = paired.both.second; }

// expect: violated
// today: unknown, because who is handed to `alike` is not seen
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

void alike(Shared &shared) { shared.held->one = shared.held->two; }

// expect: violated
// today: unknown, because what a thread calls is not followed
__global__ void of_thread(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void in_thread(float *to, float *from) { of_thread<<<1, 64>>>(to, from); }

void start_thread(float *p) {
    std::thread worker(in_thread, p, p);
    worker.join();
}

// expect: violated
// today: unknown, because what is bound is not followed
__global__ void of_bound(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void when_bound(float *to, float *from) { of_bound<<<1, 64>>>(to, from); }

void bind_it(float *p) {
    auto later = std::bind(when_bound, p, std::placeholders::_1);
    later(p);
}

// expect: violated
// today: unknown, because what a table leads to is not followed
__global__ void of_table(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void by_table(float *to, float *from) { of_table<<<1, 64>>>(to, from); }

void (*const table[])(float *, float *) = {by_table};

void call_table(float *p, int n) { table[n](p, p); }

// expect: violated
// today: unknown, because what a function object holds is not followed
__global__ void of_object(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void by_object(float *to, float *from) { of_object<<<1, 64>>>(to, from); }

void call_object(float *p) {
    std::function<void(float *, float *)> held = by_object;
    held(p, p);
}

// expect: violated
// today: unknown, because what fills an array is not followed
__global__ void of_filled(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void filled(float *p) {
    std::array<float *, 2> both;
    both.fill(p);
    of_filled<<<1, 64>>>(both[0], both[1]);
}
