/* The checks and device queries of the toolkit's samples: host code that no kernel depends on. */
#pragma once
#pragma clang system_header
#include <kverify/runtime.h>
#include <kverify/std.h>
#pragma clang force_cuda_host_device begin
#define checkCudaErrors(e) ((void)(e))
#define getLastCudaError(text) ((void)(text))
#define printLastCudaError(text) ((void)(text))
#define checkCUDNN(e) ((void)(e))
#define CUDA_SAFE_CALL(e) ((void)(e))
#define cutilSafeCall(e) ((void)(e))
#define cutilSafeCallNoSync(e) ((void)(e))
#define cutilCheckMsg(text) ((void)(text))
#define cutilCheckError(e) ((void)(e))
#define CUT_CHECK_ERROR(text) ((void)(text))
#define CUT_SAFE_CALL(e) ((void)(e))
#define CUT_DEVICE_INIT(...) ((void)0)
#define CUT_EXIT(...) ((void)0)
#define CUT_BANK_CHECKER(array, index) array[index]
int findCudaDevice(int argc, const char **argv);
int gpuGetMaxGflopsDeviceId();
int gpuDeviceInit(int device);
int cutGetMaxGflopsDeviceId();
int _ConvertSMVer2Cores(int major, int minor);
bool checkCudaCapabilities(int major, int minor);
template <class T> int ftoi(T x) { return (int)x; }
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#define EXIT_WAIVED 2
struct StopWatchInterface { void start(); void stop(); void reset(); float getTime(); };
bool sdkCreateTimer(StopWatchInterface **timer);
bool sdkDeleteTimer(StopWatchInterface **timer);
bool sdkStartTimer(StopWatchInterface **timer);
bool sdkStopTimer(StopWatchInterface **timer);
bool sdkResetTimer(StopWatchInterface **timer);
float sdkGetTimerValue(StopWatchInterface **timer);
float sdkGetAverageTimerValue(StopWatchInterface **timer);
bool checkCmdLineFlag(int argc, const char **argv, const char *flag);
int getCmdLineArgumentInt(int argc, const char **argv, const char *flag);
float getCmdLineArgumentFloat(int argc, const char **argv, const char *flag);
bool getCmdLineArgumentString(int argc, const char **argv, const char *flag, char **value);
char *sdkFindFilePath(const char *name, const char *folder);
template <class T> bool sdkLoadPGM(const char *path, T **data, unsigned *width, unsigned *height);
template <class T> bool sdkSavePGM(const char *path, T *data, unsigned width, unsigned height);
template <class T> bool sdkCompareL2fe(const T *a, const T *b, unsigned count, float tolerance);
template <class T> bool compareData(const T *a, const T *b, unsigned count, float tolerance, float threshold);
#pragma clang force_cuda_host_device end
