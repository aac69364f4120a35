// kverify-test: host=project
// What clang leaves out makes two pointers one: in a loop over what is not declared, in a class with members of unknown types, and in a
// member of a class that is not declared.

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void in_loop(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void loop_by_pointer(float *a, float *b) {
    float **other = &b;
    for (auto item : undeclared_items) {
        *other = a;
        in_loop<<<1, 64>>>(a, b);
    }
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void by_reference(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void lead(float *&to, float *from) { to = from; }

void loop_by_reference(float *a, float *b) {
    for (auto item : undeclared_items) {
        lead(b, a);
        by_reference<<<1, 64>>>(a, b);
    }
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_object(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Pointers {
    float *to, *from;
    void join() { to = from; }
};

void loop_on_object(float *a, float *b) {
    Pointers pointers{a, b};
    for (auto item : undeclared_items) {
        of_object<<<1, 64>>>(pointers.to, pointers.from);
        pointers.join();
    }
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_member(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Typed {
    float *to;
    UndeclaredPointer from;
    Typed(float *p) : to(p), from(p) {}
    void run() { of_member<<<1, 64>>>(to, from); }
};

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_handed(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Handed {
    float *to, *from;
    UndeclaredKeeper keeper;
    Handed(float *p, float *q) : to(p), from(q), keeper(&from, to) {}
    void run() { of_handed<<<1, 64>>>(to, from); }
};

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_stranger(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Run {
    float *one, *two;
    void go() { of_stranger<<<1, 64>>>(one, two); }
};

void Undeclared::start(float *p) {
    Run run;
    run.one = p;
    run.two = p;
    run.go();
}

// expect: violated
// today: unknown, because what clang left out is not followed
__global__ void of_thread(float *to, const float *from) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Task {
    float *left, *right;
    void work() { of_thread<<<1, 64>>>(left, right); }
};

void start(float *p) {
    Task task{p, p};
    std::thread thread(&Task::work, &task);
    thread.join();
}
