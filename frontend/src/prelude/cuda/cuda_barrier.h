/* cuda::barrier and cuda::pipeline. How many arrivals complete a phase, and which copies a stage holds, is state that
   is not tracked: waiting is a split barrier, of which nothing is concluded, so that copies stay under way. A group's
   copies are done by its first thread. */
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
    void producer_acquire() { if (S != thread_scope_thread) __kv_split_barrier(); }
    void producer_commit() {}
    void consumer_wait() { __kv_split_barrier(); }
    void consumer_release() { if (S != thread_scope_thread) __kv_split_barrier(); }
    bool quit() { return true; }
};
inline pipeline<thread_scope_thread> make_pipeline() { return pipeline<thread_scope_thread>(); }
template <class G, thread_scope S, unsigned N, class... R>
pipeline<S> make_pipeline(const G &, pipeline_shared_state<S, N> *, R...) { return pipeline<S>(); }
template <unsigned N, thread_scope S> void pipeline_consumer_wait_prior(pipeline<S> &p) { p.consumer_wait(); }
template <class T, class Size, class P> void memcpy_async(T *to, const T *from, Size bytes, P &) {
    __pipeline_memcpy_async(to, from, (size_t)bytes);
}
template <class G, class T, class Size, class P> void memcpy_async(const G &g, T *to, const T *from, Size bytes, P &) {
    if (g.thread_rank() == 0) __pipeline_memcpy_async(to, from, (size_t)bytes);
}
} // namespace cuda
#pragma clang force_cuda_host_device end
