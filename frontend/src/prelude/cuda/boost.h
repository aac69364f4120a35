/* Boost's owning pointers, as host code uses them (Boost.SmartPtr): what the standard library took over from it. */
#pragma once
#pragma clang system_header
#include <kverify/std.h>
namespace boost {
using std::make_shared;
using std::shared_ptr;
using std::weak_ptr;
template <class T> using scoped_ptr = std::unique_ptr<T>;
template <class T> using scoped_array = std::unique_ptr<T[]>;
template <class T> using shared_array = std::shared_ptr<T[]>;
} // namespace boost
