/* memcpy_async of cooperative groups: which thread copies which part is not said, so some thread copies all, once all of the group
   have come; finished when the group has waited. */
#pragma once
#pragma clang system_header
#include <kverify/cooperative_groups.h>
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
template <class G, class T, class S> void memcpy_async(const G &g, T *to, const T *from, const S &bytes) {
    kverify_all_of(g, 0);
    if (g.thread_rank() == __kv_some_thread()) __kv_copy_async(to, from, (size_t)bytes);
    __pipeline_commit();
}
template <class G, class T> void memcpy_async(const G &g, T *to, size_t room, const T *from, size_t elements) {
    memcpy_async(g, to, from, (elements < room ? elements : room) * sizeof(T));
}
template <class G> void wait(const G &g) {
    __pipeline_wait_prior(0);
    g.sync();
}
template <unsigned N, class G> void wait_prior(const G &g) {
    __pipeline_wait_prior(N);
    g.sync();
}
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
