/* cuda::barrier and cuda::pipeline. How many arrivals complete a phase is state that is not tracked: waiting is a split
   barrier, of which nothing is concluded, so that copies stay under way. A group's copies are done by its first thread.
   A pipeline of one thread counts its stages, as in the library: waiting for the oldest leaves those that were committed
   after it under way (up to 7; of more, none counts as waited for). */
#pragma once
#pragma clang system_header
#include <kverify/cuda_atomic.h>
#pragma clang force_cuda_host_device begin
namespace cuda {
template <thread_scope S> class barrier {
    unsigned long long state;

  public:
    struct arrival_token {};
    barrier() = default;
    barrier(ptrdiff_t) {}
    arrival_token arrive(ptrdiff_t = 1) { __kv_split_barrier(); return arrival_token(); }
    void wait(arrival_token) const { __kv_split_barrier(); }
    void wait_parity(bool) const { __kv_split_barrier(); }
    void arrive_and_wait() { __kv_split_barrier(); }
    void arrive_and_drop() { __kv_split_barrier(); }
    friend void init(barrier *b, ptrdiff_t expected) { b->state = expected; }
};
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
    __pipeline_memcpy_async(to, from, (size_t)bytes);
}
template <class G, class T, class Size, class P> void memcpy_async(const G &g, T *to, const T *from, Size bytes, P &) {
    if (g.thread_rank() == 0) __pipeline_memcpy_async(to, from, (size_t)bytes);
}
} // namespace cuda
#pragma clang force_cuda_host_device end
