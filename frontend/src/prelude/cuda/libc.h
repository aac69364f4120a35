/* C's library, as far as host code beside kernels usually calls it. */
typedef struct KvFile FILE;
typedef __builtin_va_list va_list;
typedef long clock_t;
typedef long time_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long ssize_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef unsigned char u_char;
typedef unsigned char uchar;
typedef signed char int_fast8_t;
typedef long int_fast32_t;
typedef unsigned long uint_fast32_t;
typedef unsigned long uintmax_t;
typedef long intmax_t;
#ifdef __cplusplus
extern "C" {
#endif
extern FILE *stdin, *stdout, *stderr;
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int sprintf(char *to, const char *format, ...);
int snprintf(char *to, size_t size, const char *format, ...);
int scanf(const char *format, ...);
int fscanf(FILE *file, const char *format, ...);
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *file, const char *format, va_list arguments);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int sscanf(const char *text, const char *format, ...);
int puts(const char *text);
int putchar(int c);
int getchar();
int fputs(const char *text, FILE *file);
char *fgets(char *to, int size, FILE *file);
int getc(FILE *file);
int fgetc(FILE *file);
int ungetc(int c, FILE *file);
FILE *freopen(const char *path, const char *mode, FILE *file);
int rand_r(unsigned *seed);
void bzero(void *to, size_t size);
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
int fflush(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
int fseek(FILE *file, long offset, int from);
long ftell(FILE *file);
void rewind(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
void perror(const char *text);
#ifdef KV_C
/* In C a `void *` is any pointer. */
} struct KvMemory { template <class T> operator T *() const; }; extern "C" {
KvMemory malloc(size_t bytes);
KvMemory calloc(size_t count, size_t bytes);
KvMemory realloc(void *p, size_t bytes);
#else
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *p, size_t bytes);
#endif
void *alloca(size_t bytes);
void *aligned_alloc(size_t alignment, size_t bytes);
int posix_memalign(void **p, size_t alignment, size_t bytes);
void free(void *p);
void exit(int status);
void abort();
int atoi(const char *text);
long long atoll(const char *text);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
int atexit(void (*function)());
long atol(const char *text);
double atof(const char *text);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
int rand();
void srand(unsigned seed);
long random();
void srandom(unsigned seed);
double drand48();
long lrand48();
void srand48(long seed);
char *getenv(const char *name);
int system(const char *command);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
int abs(int x);
long labs(long x);
long long llabs(long long x);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t count);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t count);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t count);
char *strcat(char *to, const char *from);
char *strchr(const char *text, int c);
char *strrchr(const char *text, int c);
char *strstr(const char *text, const char *part);
char *strdup(const char *text);
char *strtok(char *text, const char *separators);
char *strerror(int error);
time_t time(time_t *to);
int usleep(unsigned microseconds);
unsigned sleep(unsigned seconds);
#ifdef __cplusplus
}
long abs(long x);
long long abs(long long x);
float abs(float x);
double abs(double x);
#endif
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define CLOCKS_PER_SEC 1000000
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LONG_MIN (-9223372036854775807l - 1)
#define LONG_MAX 9223372036854775807l
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MIN (-9223372036854775807ll - 1)
#define LLONG_MAX 9223372036854775807ll
#define ULLONG_MAX 18446744073709551615ull
#define INT8_C(x) x
#define INT16_C(x) x
#define INT32_C(x) x
#define INT64_C(x) x##l
#define UINT8_C(x) x
#define UINT16_C(x) x
#define UINT32_C(x) x##u
#define UINT64_C(x) x##ul
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN INT_MIN
#define INT32_MAX INT_MAX
#define UINT32_MAX UINT_MAX
#define INT64_MIN LONG_MIN
#define INT64_MAX LONG_MAX
#define UINT64_MAX ULONG_MAX
#define SIZE_MAX ULONG_MAX
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
#define FLT_DIG 6
#define DBL_DIG 15
#define offsetof(type, member) __builtin_offsetof(type, member)
