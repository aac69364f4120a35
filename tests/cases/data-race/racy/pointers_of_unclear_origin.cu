// The host hands over pointers of one origin in ways that are not followed: nothing is taken for granted of them.
#include <cstring>
#include <functional>
#include <torch/extension.h>
#include <tuple>
#include <utility>
#include <variant>

// expect: violated
// today: unknown, because the parts of a structured binding are not followed
__global__ void of_structured_binding(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Two { float *a, *b; };
Two two(float *p) { return {p, p}; }
void structured_binding(float *p) {
    auto [a, b] = two(p);
    of_structured_binding<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because how far apart the parts of a pair lie is not followed
__global__ void of_pair(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void pair(float *p, int n) {
    std::pair<float *, float *> both(p, p + n);
    of_pair<<<1, 64>>>(both.first, both.second);
}

// expect: violated
// today: unknown, because what is assigned to names in a tuple is not followed
__global__ void of_tie(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void tie(float *p) {
    float *a, *b;
    std::tie(a, b) = std::make_tuple(p, p);
    of_tie<<<1, 64>>>(a, b);
}

// expect: violated
// today: unknown, because what is written through a kept name is not followed
__global__ void of_reference_wrapper(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void reference_wrapper(float *p) {
    float *a = nullptr;
    auto name = std::ref(a);
    name.get() = p;
    of_reference_wrapper<<<1, 64>>>(p, a);
}

// expect: violated
// today: unknown, because the address of an element by a function is not followed
__global__ void of_address(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void address(float *p, int n) { of_address<<<1, 64>>>(std::addressof(p[0]), std::addressof(p[n])); }

// expect: violated
// today: unknown, because what a bound function gives is not followed
__global__ void of_bound(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

float *moved(float *p, int by) { return p + by; }
void bound(float *p) {
    auto f = std::bind(moved, p, std::placeholders::_1);
    of_bound<<<1, 64>>>(p, f(0));
}

// expect: violated
// today: unknown, because what a variant holds is not followed
__global__ void of_variant(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void variant(float *p) {
    std::variant<int, float *> either = p;
    of_variant<<<1, 64>>>(p, std::get<float *>(either));
}

// expect: violated
// today: unknown, because how far a conversion's results lie apart is not followed
__global__ void of_conversion(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Cursor {
    float *at;
    operator float *() const { return at; }
    Cursor next(int by) const { return {at + by}; }
};
void conversion(float *p, int n) {
    Cursor a{p};
    Cursor b = a.next(n);
    of_conversion<<<1, 64>>>((float *)a, (float *)b);
}

// expect: violated
// today: unknown, because what is written through another name of a table is not followed
__global__ void of_other_table(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void other_table(float **table) {
    float **other = table;
    other[1] = other[0];
    of_other_table<<<1, 64>>>(table[0], table[1]);
}

// expect: violated
__global__ void of_kept_address(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

struct Slot {
    float **place;
    void put(float *p) { *place = p; }
};
void kept_address(float *p) {
    float *a = nullptr;
    Slot slot{&a};
    slot.put(p);
    of_kept_address<<<1, 64>>>(p, a);
}

// expect: violated
// today: unknown, because what is written through a reference in a class is not followed
__global__ void of_reference_member(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Setter {
    float *&place;
    explicit Setter(float *&p) : place(p) {}
    void put(float *p) { place = p; }
};
void reference_member(float *p) {
    float *a = nullptr;
    Setter setter(a);
    setter.put(p);
    of_reference_member<<<1, 64>>>(p, a);
}

// expect: violated
// today: unknown, because what is written through a returned reference is not followed
__global__ void of_returned_reference(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

static float *slot_of_all;
float *&slot() { return slot_of_all; }
void returned_reference(float *p) {
    slot() = p;
    of_returned_reference<<<1, 64>>>(p, slot_of_all);
}

// expect: violated
// today: unknown, because the distance is that between two others
__global__ void of_long_way(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void long_way(float *p, float *q) {
    float *a = q + (p - q);
    of_long_way<<<1, 64>>>(p, a);
}

// expect: violated
__global__ void of_many_calls(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

static void first(float *a, float *b) { of_many_calls<<<1, 64>>>(a, b); }
static void second(float *a, float *b) { first(a, b); }
static void third(float *a, float *b) { second(a, b); }
static void fourth(float *a, float *b) { third(a, b); }
static void fifth(float *a, float *b) { fourth(a, b); }
void many_calls(float *p) { fifth(p, p); }

// expect: violated
// today: unknown, because what a function gives that is called through a pointer is not followed
__global__ void of_function_pointer(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void function_pointer(float *p, float *(*f)(float *)) { of_function_pointer<<<1, 64>>>(p, f(p)); }

// expect: violated
// today: unknown, because what a function gives that nobody sees may be a part of what it is handed
__global__ void of_unseen_part(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

float *part(float *p, int n);
void unseen_part(float *p) { of_unseen_part<<<1, 64>>>(p, part(p, 1)); }

// expect: violated
// today: unknown, because what a method puts into members in a constructor is not told apart
__global__ void of_called_constructor(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Made {
    float *a, *b;
    explicit Made(float *p) : a(nullptr), b(nullptr) { set(p); }
    void set(float *p) { a = p, b = p; }
};
void called_constructor(float *p) {
    Made made(p);
    of_called_constructor<<<1, 64>>>(p, made.b);
}

// expect: violated
// today: unknown, because what one member of a union gets by another is not followed
__global__ void of_union(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

union Either {
    float *floats;
    char *bytes;
};
void through_union(float *p) {
    Either either;
    either.floats = p;
    either.bytes += 4;
    of_union<<<1, 64>>>(p, either.floats);
}

// expect: violated
// today: unknown, because how far members lie apart that a method sets is not followed
__global__ void of_whole_member(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Both { float *a, *b; };
struct Owner {
    Both both;
    void set(float *p) { both = Both{p, p}; }
    void run() { of_whole_member<<<1, 64>>>(both.a, both.b); }
};
void whole_member(float *p) {
    Owner owner;
    owner.set(p);
    owner.run();
}

// expect: violated
// today: unknown, because members that a pointer in a structure leads to are not told apart
__global__ void of_member_pointer(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Outer { Both *both; };
void member_pointer(Outer outer, float *p) {
    outer.both->a = p;
    outer.both->b = p;
    of_member_pointer<<<1, 64>>>(outer.both->a, outer.both->b);
}

// expect: violated
// today: unknown, because what a constructor puts into a base is not followed
__global__ void of_sliced(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Derived : Both {
    explicit Derived(float *p) { a = p, b = p; }
};
void sliced(float *p) {
    Derived derived(p);
    Both both = derived;
    of_sliced<<<1, 64>>>(both.a, both.b);
}

// expect: violated
// today: unknown, because what members start with by default is not followed
__global__ void of_default_member(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Started {
    float *a;
    float *b = a;
};
void default_member(float *p) {
    Started started{p};
    of_default_member<<<1, 64>>>(started.a, started.b);
}

// expect: violated
__global__ void of_member_of_base(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

struct Base {
    float *a;
    void set(float *p) { a = p; }
};
struct Extended : Base {};
void member_of_base(float *p) {
    Extended extended;
    extended.set(p);
    of_member_of_base<<<1, 64>>>(p, extended.a);
}

// expect: violated
// today: unknown, because what an operator puts into members is not told apart
__global__ void of_operator(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Moving {
    float *a;
    Moving &operator+=(int by) {
        a += by;
        return *this;
    }
};
void by_operator(float *p) {
    Moving moving{p};
    moving += 1;
    of_operator<<<1, 64>>>(p, moving.a);
}

// expect: violated
__global__ void of_swap(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block global read-write
}

struct Ends {
    float *a, *b;
    void exchange() { std::swap(a, b); }
};
void swap(float *p, float *q) {
    Ends ends{p, q};
    ends.exchange();
    of_swap<<<1, 64>>>(p, ends.b);
}

// expect: violated
// today: unknown, because structures that are copied as bytes are not told apart
__global__ void of_copied_bytes(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Copied { float *a; };
void copied_bytes(float *p, float *q) {
    Copied from{p}, to{q};
    memcpy(&to, &from, sizeof to);
    of_copied_bytes<<<1, 64>>>(p, to.a);
}

// expect: violated
// today: unknown, because what is written at a place that is chosen is not told apart
__global__ void of_chosen_place(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void chosen_place(float *p, float *q, float *r, bool first) {
    (first ? q : r) = p;
    of_chosen_place<<<1, 64>>>(p, q);
}

// expect: violated
// today: unknown, because which method is called is not known
__global__ void of_virtual(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

struct Source {
    float *a;
    virtual float *get() = 0;
};
void by_virtual(Source &one, Source &other) { of_virtual<<<1, 64>>>(one.get(), other.a); }

// expect: violated
// today: unknown, because calls through pointers are not followed
__global__ void of_callback(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void run_callback(float *a, float *b) { of_callback<<<1, 64>>>(a, b); }
void call_back(float *p, void (*run)(float *, float *)) { run(p, p); }
void callback(float *p) { call_back(p, run_callback); }

// expect: violated
// today: unknown, because where a view begins is not known
__global__ void of_tensor_view(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void tensor_view(torch::Tensor x) {
    auto y = x.slice(0, 1);
    of_tensor_view<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
}

// expect: violated
// today: unknown, because a tensor around memory that is there is not followed
__global__ void of_blob(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void blob(torch::Tensor x) {
    auto y = torch::from_blob(x.data_ptr<float>(), {64}, x.options());
    of_blob<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
}

// expect: violated
// today: unknown, because a method that is not known gives what is lost
__global__ void of_lost_view(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1];
}

void lost_view(torch::Tensor x) {
    auto y = x.a_method_that_nobody_knows();
    of_lost_view<<<1, 64>>>(x.data_ptr<float>(), y.data_ptr<float>());
}

// One of two, by a reference.
// expect: violated
// today: unknown, because what such a name stands for is not followed
__global__ void of_either(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block
}
void either(int n) {
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    float *&one = n ? a : b;
    one = n ? b : a;
    of_either<<<1, 64>>>(a, b);
}

// A lambda gives the name of a variable.
// expect: violated
// today: unknown, because what such a name stands for is not followed
__global__ void of_given_by_name(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block
}
void given_by_name(int n) {
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    auto name = [&]() -> float *& { return b; };
    name() = a;
    of_given_by_name<<<1, 64>>>(a, b);
}

// A lambda keeps the address of a variable.
// expect: violated
// today: unknown, because what such a name stands for is not followed
__global__ void of_captured_address(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block
}
void captured_address(int n) {
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    auto set = [of = &b](float *to) { *of = to; };
    set(a);
    of_captured_address<<<1, 64>>>(a, b);
}

static void make_alike(float *&x, float *y) { x = y; }

// A function that is called through a pointer.
// expect: violated
// today: unknown, because what such a name stands for is not followed
__global__ void of_by_pointer_to_function(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block
}
void by_pointer_to_function(int n) {
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    void (*set)(float *&, float *) = make_alike;
    set(b, a);
    of_by_pointer_to_function<<<1, 64>>>(a, b);
}

struct MakesAlike {
    void operator()(float *&x, float *y) const { x = y; }
};

// An operator of an object that has no name.
// expect: violated
// today: unknown, because what such a name stands for is not followed
__global__ void of_by_operator(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block
}
void by_operator(int n) {
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    MakesAlike()(b, a);
    of_by_operator<<<1, 64>>>(a, b);
}

// A name that stays.
// expect: violated
// today: unknown, because what such a name stands for is not followed
__global__ void of_static_name(const float *from, float *to) {
    to[threadIdx.x] = from[threadIdx.x + 1]; //~ data-race block
}
void static_name(int n) {
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    static float *&name = b;
    name = a;
    of_static_name<<<1, 64>>>(a, b);
}
