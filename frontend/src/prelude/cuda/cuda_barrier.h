/* cuda::barrier and cuda::pipeline. A barrier of more than a block, and the stages of a pipeline that a block shares, are split
   barriers of which nothing is concluded, so that copies stay under way; so do copies that a barrier waits for. A group's copies are done by its first thread.
   A pipeline of one thread counts its stages, as in the library: waiting for the oldest leaves those that were committed
   after it under way (up to 7; of more, none counts as waited for). */
#pragma once
#pragma clang system_header
#include <kverify/cuda_atomic.h>
#pragma clang force_cuda_host_device begin
namespace cuda {
template <thread_scope S> class barrier {
  public:
    struct arrival_token {};
    barrier() = default;
    barrier(ptrdiff_t) {}
    arrival_token arrive(ptrdiff_t = 1) { __kv_split_barrier(); return arrival_token(); }
    void wait(arrival_token) const { __kv_split_barrier(); }
    void wait_parity(bool) const { __kv_split_barrier(); }
    bool try_wait(arrival_token) const { __kv_split_barrier(); return true; }
    void arrive_and_wait() { __kv_split_barrier(); }
    void arrive_and_drop() { __kv_split_barrier(); }
    friend void init(barrier *b, ptrdiff_t expected) { b->state = expected; }

  private:
    unsigned long long state;
};
/* Of a block: an mbarrier, if it is in shared memory. */
template <> class barrier<thread_scope_block> {
  public:
    mutable unsigned long long state;
    struct arrival_token { unsigned long long kv_phase; };
    barrier() = default;
    barrier(ptrdiff_t expected) { __kv_phase_init(&state, (unsigned)expected); }
    arrival_token arrive() { return arrival_token{__kv_phase_arrive(&state)}; }
    arrival_token arrive(ptrdiff_t times) { return arrival_token{__kv_phase_arrive_times(&state, (unsigned)times)}; }
    void wait(arrival_token token) const { __kv_phase_wait(&state, token.kv_phase); }
    void wait_parity(bool parity) const { __kv_phase_wait_parity(&state, parity); }
    bool test_wait(arrival_token token) const { return __kv_phase_test(&state, token.kv_phase); }
    bool test_wait_parity(bool parity) const { return __kv_phase_test_parity(&state, parity); }
    void arrive_and_wait() { __kv_phase_sync(&state); }
    void arrive_and_drop() { __kv_phase_drop(&state); }
    friend void init(barrier *b, ptrdiff_t expected) { __kv_phase_init(&b->state, (unsigned)expected); }
};
/* Counts down once. */
template <thread_scope S = thread_scope_system> class latch {
    ptrdiff_t kv_left;

  public:
    latch() = default;
    explicit latch(ptrdiff_t expected) : kv_left(expected) {}
    void count_down(ptrdiff_t = 1) { __kv_latch(); }
    bool try_wait() const { __kv_latch(); return true; }
    void wait() const { __kv_latch(); }
    void arrive_and_wait(ptrdiff_t = 1) { __kv_latch(); }
    friend void init(latch *l, ptrdiff_t expected) { l->kv_left = expected; }
};
namespace device {
inline unsigned long long *barrier_native_handle(barrier<thread_scope_block> &b) { return &b.state; }
} // namespace device
template <size_t N> struct aligned_size_t {
    size_t value;
    explicit constexpr aligned_size_t(size_t n) : value(n) {}
    constexpr operator size_t() const { return value; }
};
enum class pipeline_role { producer, consumer };
template <thread_scope S, unsigned Stages> struct pipeline_shared_state { unsigned long long state[2 * Stages]; };
template <thread_scope S = thread_scope_thread> class pipeline {
  public:
    void producer_acquire() { __kv_split_barrier(); }
    void producer_commit() {}
    void consumer_wait() { __kv_split_barrier(); }
    void consumer_release() { __kv_split_barrier(); }
    bool quit() { return true; }
};
template <> class pipeline<thread_scope_thread> {
  public:
    unsigned kv_committed = 0, kv_waited = 0;
    void producer_acquire() {}
    void producer_commit() { __pipeline_commit(); ++kv_committed; }
    void consumer_wait() {
        if (kv_committed == kv_waited) return;
        const unsigned younger = kv_committed - kv_waited - 1;
        ++kv_waited;
        if (younger == 0) __pipeline_wait_prior(0);
        else if (younger == 1) __pipeline_wait_prior(1);
        else if (younger == 2) __pipeline_wait_prior(2);
        else if (younger == 3) __pipeline_wait_prior(3);
        else if (younger == 4) __pipeline_wait_prior(4);
        else if (younger == 5) __pipeline_wait_prior(5);
        else if (younger == 6) __pipeline_wait_prior(6);
        else if (younger == 7) __pipeline_wait_prior(7);
    }
    void consumer_release() {}
    bool quit() { return true; }
};
inline pipeline<thread_scope_thread> make_pipeline() { return pipeline<thread_scope_thread>(); }
template <class G, thread_scope S, unsigned N, class... R>
pipeline<S> make_pipeline(const G &, pipeline_shared_state<S, N> *, R...) { return pipeline<S>(); }
template <unsigned N> void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &p) {
    __pipeline_wait_prior(N);
    p.kv_waited = p.kv_committed - N;
}
template <class T, class Size, class P> void memcpy_async(T *to, const T *from, Size bytes, P &) {
    __kv_copy_async(to, from, (size_t)bytes);
}
template <class G, class T, class Size, class P> void memcpy_async(const G &g, T *to, const T *from, Size bytes, P &) {
    kverify_all_of(g, 0);
    if (g.thread_rank() == __kv_some_thread()) __kv_copy_async(to, from, (size_t)bytes);
}
/* A barrier's phase waits for the copies of the threads that arrive in it. */
template <thread_scope S> void kv_copies(barrier<S> &b) {
    if constexpr (S == thread_scope_block) __kv_phase_copies(&b.state);
    else __kv_split_barrier();
}
template <class T, class Size, thread_scope S> void memcpy_async(T *to, const T *from, Size bytes, barrier<S> &b) {
    __kv_copy_async(to, from, (size_t)bytes);
    kv_copies(b);
}
template <class G, class T, class Size, thread_scope S>
void memcpy_async(const G &g, T *to, const T *from, Size bytes, barrier<S> &b) {
    kverify_all_of(g, 0);
    if (g.thread_rank() == __kv_some_thread()) {
        __kv_copy_async(to, from, (size_t)bytes);
        kv_copies(b);
    }
}
} // namespace cuda
#pragma clang force_cuda_host_device end
