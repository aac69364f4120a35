/* The parts of POSIX that host code uses more rarely: folders, patterns of names, sockets, libraries loaded at run time. */
#pragma once
#pragma clang system_header
#include <kverify/posix.h>
#pragma clang force_cuda_host_device begin
typedef struct Kv_DIR DIR;
struct dirent { unsigned long d_ino; unsigned char d_type; char d_name[256]; };
typedef struct { size_t gl_pathc, gl_offs; char **gl_pathv; } glob_t;
typedef unsigned socklen_t, in_addr_t;
typedef unsigned short in_port_t, sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct in_addr { in_addr_t s_addr; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; };
struct hostent { char *h_name, **h_addr_list; int h_addrtype, h_length; };
struct pollfd { int fd; short events, revents; };
struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65]; };
struct sysinfo { long uptime; unsigned long totalram, freeram; unsigned short procs; };
#define DT_DIR 4
#define DT_REG 8
#define GLOB_NOSORT 4
#define GLOB_NOMATCH 3
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define INADDR_ANY 0
#define POLLIN 1
#define POLLOUT 4
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 256
#ifdef __cplusplus
extern "C" {
#endif
DIR *opendir(const char *path);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);
int glob(const char *pattern, int flags, int (*failed)(const char *, int), glob_t *to);
void globfree(glob_t *found);
int fnmatch(const char *pattern, const char *text, int flags);
int socket(int domain, int type, int protocol);
int bind(int socket, const struct sockaddr *at, socklen_t bytes);
int listen(int socket, int waiting);
int accept(int socket, struct sockaddr *from, socklen_t *bytes);
int connect(int socket, const struct sockaddr *to, socklen_t bytes);
ssize_t send(int socket, const void *from, size_t bytes, int flags);
ssize_t recv(int socket, void *to, size_t bytes, int flags);
int setsockopt(int socket, int level, int option, const void *value, socklen_t bytes);
struct hostent *gethostbyname(const char *name);
in_addr_t inet_addr(const char *text);
int inet_pton(int family, const char *text, void *to);
const char *inet_ntop(int family, const void *from, char *to, socklen_t bytes);
unsigned htonl(unsigned n);
unsigned ntohl(unsigned n);
unsigned short htons(unsigned short n);
unsigned short ntohs(unsigned short n);
int poll(struct pollfd *files, unsigned long count, int milliseconds);
void *dlopen(const char *path, int flags);
void *dlsym(void *library, const char *name);
int dlclose(void *library);
char *dlerror(void);
int uname(struct utsname *to);
int sysinfo(struct sysinfo *to);
char *basename(char *path);
char *dirname(char *path);
#ifdef __cplusplus
}
#endif
#pragma clang force_cuda_host_device end
