// kverify-test: host=project
// What clang leaves out names two pointers, and makes them one nowhere.

// expect: proved
__global__ void in_loop(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

void loop_by_pointer(float *a, float *b) {
    for (auto item : undeclared_items) {
        in_loop<<<1, 64>>>(a, b);
    }
}

// expect: proved
__global__ void by_reference(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

void look(float *to, float *from) { to = from; }

void loop_by_value(float *a, float *b) {
    for (auto item : undeclared_items) {
        look(b, a);
        by_reference<<<1, 64>>>(a, b);
    }
}

// expect: proved
__global__ void of_object(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

struct Pointers {
    float *to, *from;
};

void loop_on_object(float *a, float *b) {
    Pointers pointers{a, b};
    for (auto item : undeclared_items) {
        of_object<<<1, 64>>>(pointers.to, pointers.from);
    }
}

// expect: proved
// today: unknown, because what an undeclared class does with a pointer that it takes is not known
__global__ void of_member(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

struct Typed {
    float *head;
    UndeclaredPointer tail;
    Typed(float *p, float *q) : head(p), tail(q) {}
    void run() { of_member<<<1, 64>>>(head, tail); }
};

// expect: proved
// today: unknown, because the constructor whose part is left out starts the members as well
__global__ void of_handed(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

struct Handed {
    float *near, *far;
    UndeclaredKeeper keeper;
    Handed(float *p, float *q) : near(p), far(q), keeper(p[0], near[1]) {}
    void run() { of_handed<<<1, 64>>>(near, far); }
};

// expect: proved
__global__ void of_stranger(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

struct Run {
    float *one, *two;
    void go() { of_stranger<<<1, 64>>>(one, two); }
};

void Undeclared::start(Run &run) {
    run.go();
    log(run.one == run.two, *run.one);
}

// expect: proved
__global__ void of_thread(float *to, const float *from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i + 1];
}

struct Task {
    float *left, *right;
    void work() { of_thread<<<1, 64>>>(left, right); }
};

void start(float *p, float *q) {
    Task task{p, q};
    undeclared_log("starts");
    task.work();
}
