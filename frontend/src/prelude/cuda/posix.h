/* POSIX and OpenMP, as far as host code beside kernels usually calls them. */
#pragma once
#pragma clang system_header
#pragma clang force_cuda_host_device begin
struct timeval { long tv_sec, tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
struct timespec { long tv_sec, tv_nsec; };
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss; };
struct stat { long st_size; unsigned st_mode; };
struct option { const char *name; int has_arg; int *flag; int val; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year; };
typedef unsigned long pthread_t;
typedef struct { int state; } pthread_mutex_t, pthread_attr_t, pthread_barrier_t, pthread_cond_t;
typedef unsigned mode_t;
typedef long off_t;
typedef int pid_t;
#define no_argument 0
#define required_argument 1
#define optional_argument 2
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define RUSAGE_SELF 0
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define O_TRUNC 512
#define PROT_READ 1
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define SIGINT 2
#define isatty(file) 0
#define PRId64 "ld"
#define PRIu64 "lu"
#define PRIx64 "lx"
#ifdef __cplusplus
extern "C" {
#endif
extern char *optarg;
extern int optind, opterr, optopt, kv_errno;
int gettimeofday(struct timeval *to, void *zone);
int clock_gettime(int clock, struct timespec *to);
int getrusage(int who, struct rusage *to);
int getopt(int argc, char *const *argv, const char *options);
int getopt_long(int argc, char *const *argv, const char *options, const struct option *names, int *index);
int open(const char *path, int flags, ...);
int close(int file);
ssize_t read(int file, void *to, size_t bytes);
ssize_t write(int file, const void *from, size_t bytes);
int fstat(int file, struct stat *to);
void *mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
int munmap(void *at, size_t bytes);
int mkdir(const char *path, mode_t mode);
#define F_OK 0
#define R_OK 4
#define W_OK 2
int access(const char *path, int mode);
pid_t getpid();
int toupper(int c);
int tolower(int c);
int isspace(int c);
int isdigit(int c);
int isalpha(int c);
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_barrier_init(pthread_barrier_t *barrier, const void *attributes, unsigned count);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
void (*signal(int number, void (*handler)(int)))(int);
int omp_get_thread_num();
int omp_get_num_threads();
int omp_get_max_threads();
void omp_set_num_threads(int count);
double omp_get_wtime();
typedef struct { int state; } omp_lock_t, omp_nest_lock_t;
void omp_init_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
int omp_test_lock(omp_lock_t *lock);
void omp_init_nest_lock(omp_nest_lock_t *lock);
void omp_destroy_nest_lock(omp_nest_lock_t *lock);
void omp_set_nest_lock(omp_nest_lock_t *lock);
void omp_unset_nest_lock(omp_nest_lock_t *lock);
int omp_in_parallel();
void omp_set_dynamic(int on);
void omp_set_nested(int on);
int omp_get_thread_limit();
int omp_get_level();
int omp_is_initial_device();
int omp_get_num_devices();
int omp_get_num_procs();
int omp_get_team_num();
int omp_get_num_teams();
#ifdef __cplusplus
}
#endif
#define errno kv_errno
#pragma clang force_cuda_host_device end
