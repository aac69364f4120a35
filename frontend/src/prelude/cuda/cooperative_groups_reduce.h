/* Reductions and scans over cooperative groups: one collective of the group's lanes, no barrier for memory. */
#pragma once
#pragma clang system_header
#include <kverify/cooperative_groups.h>
#pragma clang force_cuda_host_device begin
template <class T> T __kv_reduce_add(unsigned mask, T value);
template <class T> T __kv_reduce_min(unsigned mask, T value);
template <class T> T __kv_reduce_max(unsigned mask, T value);
template <class T> T __kv_reduce_and(unsigned mask, T value);
template <class T> T __kv_reduce_or(unsigned mask, T value);
template <class T> T __kv_reduce_xor(unsigned mask, T value);
template <class T> T __kv_reduce_unknown(unsigned mask, T value);
template <class T> T __kv_scan_inclusive_add(unsigned mask, T value);
template <class T> T __kv_scan_exclusive_add(unsigned mask, T value);
namespace cooperative_groups {
#define KV_OPERATOR(NAME, EXPRESSION, REDUCE)                                                                         \
    template <class T> struct NAME { T operator()(T a, T b) const { return EXPRESSION; } };                           \
    template <class G, class T> T reduce(const G &g, T value, NAME<T>) { return REDUCE(g.kv_mask(), value); }
KV_OPERATOR(plus, a + b, __kv_reduce_add)
KV_OPERATOR(less, b < a ? b : a, __kv_reduce_min)
KV_OPERATOR(greater, a < b ? b : a, __kv_reduce_max)
KV_OPERATOR(bit_and, a & b, __kv_reduce_and)
KV_OPERATOR(bit_or, a | b, __kv_reduce_or)
KV_OPERATOR(bit_xor, a ^ b, __kv_reduce_xor)
#undef KV_OPERATOR
template <class G, class T, class F> T reduce(const G &g, T value, F) {
    return __kv_reduce_unknown(g.kv_mask(), value);
}
template <class G, class T> T inclusive_scan(const G &g, T value) {
    return __kv_scan_inclusive_add(g.kv_mask(), value);
}
template <class G, class T> T exclusive_scan(const G &g, T value) {
    return __kv_scan_exclusive_add(g.kv_mask(), value);
}
template <class G, class T> T inclusive_scan(const G &g, T value, plus<T>) { return inclusive_scan(g, value); }
template <class G, class T> T exclusive_scan(const G &g, T value, plus<T>) { return exclusive_scan(g, value); }
template <class G, class T, class F> T inclusive_scan(const G &g, T value, F) {
    return __kv_reduce_unknown(g.kv_mask(), value);
}
template <class G, class T, class F> T exclusive_scan(const G &g, T value, F) {
    return __kv_reduce_unknown(g.kv_mask(), value);
}
} // namespace cooperative_groups
#pragma clang force_cuda_host_device end
