/* Google's logging and flags, as host code uses them (glog, gflags): no kernel depends on them. A check that fails ends the program. */
#pragma once
#pragma clang system_header
#include <kverify/std.h>
#pragma clang force_cuda_host_device begin
namespace google {
struct KvMessage { std::ostream &stream(); };
struct KvNothing { void operator&(std::ostream &); };
void InitGoogleLogging(const char *program);
void ShutdownGoogleLogging();
void InstallFailureSignalHandler();
void LogToStderr();
void FlushLogFiles(int severity);
void SetUsageMessage(const std::string &usage);
void SetVersionString(const std::string &version);
unsigned ParseCommandLineFlags(int *count, char ***arguments, bool removes);
void ShowUsageWithFlags(const char *program);
enum { INFO, WARNING, ERROR, FATAL };
template <class T> T KvNotNull(T p) { return p; }
} // namespace google
namespace gflags = google;
#pragma clang force_cuda_host_device end
#define KV_SAY ::google::KvMessage().stream()
#define KV_SAY_IF(c) !(c) ? (void)0 : ::google::KvNothing() & KV_SAY
#define KV_FAIL_UNLESS(c) if (c) {} else ::abort(), KV_SAY
#define LOG(severity) KV_LOG_##severity
#define KV_LOG_INFO KV_SAY
#define KV_LOG_WARNING KV_SAY
#define KV_LOG_ERROR KV_SAY
#define KV_LOG_DFATAL KV_SAY
#define KV_LOG_FATAL ::abort(), KV_SAY
#define DLOG(severity) LOG(severity)
#define VLOG(level) KV_SAY
#define DVLOG(level) KV_SAY
#define PLOG(severity) LOG(severity)
#define SYSLOG(severity) LOG(severity)
#define VLOG_IS_ON(level) (false)
#define LOG_IF(severity, c) KV_SAY_IF(c)
#define DLOG_IF(severity, c) KV_SAY_IF(c)
#define VLOG_IF(level, c) KV_SAY_IF(c)
#define LOG_EVERY_N(severity, n) KV_SAY
#define LOG_FIRST_N(severity, n) KV_SAY
#define LOG_IF_EVERY_N(severity, c, n) KV_SAY_IF(c)
#define CHECK(c) KV_FAIL_UNLESS(c)
#define CHECK_EQ(a, b) KV_FAIL_UNLESS((a) == (b))
#define CHECK_NE(a, b) KV_FAIL_UNLESS((a) != (b))
#define CHECK_LE(a, b) KV_FAIL_UNLESS((a) <= (b))
#define CHECK_LT(a, b) KV_FAIL_UNLESS((a) < (b))
#define CHECK_GE(a, b) KV_FAIL_UNLESS((a) >= (b))
#define CHECK_GT(a, b) KV_FAIL_UNLESS((a) > (b))
#define CHECK_NEAR(a, b, margin) KV_FAIL_UNLESS((a) <= (b) + (margin) && (a) >= (b) - (margin))
#define CHECK_STREQ(a, b) KV_SAY
#define CHECK_NOTNULL(p) ::google::KvNotNull(p)
#define PCHECK(c) CHECK(c)
/* Checks of debugging alone may be left out. */
#define DCHECK(c) KV_SAY_IF(!(c))
#define DCHECK_EQ(a, b) DCHECK((a) == (b))
#define DCHECK_NE(a, b) DCHECK((a) != (b))
#define DCHECK_LE(a, b) DCHECK((a) <= (b))
#define DCHECK_LT(a, b) DCHECK((a) < (b))
#define DCHECK_GE(a, b) DCHECK((a) >= (b))
#define DCHECK_GT(a, b) DCHECK((a) > (b))
#define DCHECK_NOTNULL(p) ::google::KvNotNull(p)
#define KV_FLAG(type, name) namespace kv_flags { extern type FLAGS_##name; } using kv_flags::FLAGS_##name
#define DECLARE_bool(name) KV_FLAG(bool, name)
#define DECLARE_int32(name) KV_FLAG(int, name)
#define DECLARE_uint32(name) KV_FLAG(unsigned, name)
#define DECLARE_int64(name) KV_FLAG(long long, name)
#define DECLARE_uint64(name) KV_FLAG(unsigned long long, name)
#define DECLARE_double(name) KV_FLAG(double, name)
#define DECLARE_string(name) KV_FLAG(std::string, name)
#define DEFINE_bool(name, first, help) KV_FLAG(bool, name)
#define DEFINE_int32(name, first, help) KV_FLAG(int, name)
#define DEFINE_uint32(name, first, help) KV_FLAG(unsigned, name)
#define DEFINE_int64(name, first, help) KV_FLAG(long long, name)
#define DEFINE_uint64(name, first, help) KV_FLAG(unsigned long long, name)
#define DEFINE_double(name, first, help) KV_FLAG(double, name)
#define DEFINE_string(name, first, help) KV_FLAG(std::string, name)
