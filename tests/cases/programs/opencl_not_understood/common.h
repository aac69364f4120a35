#include <CL/cl.h>
extern cl_kernel shared_object;
cl_kernel load(cl_program program, const char *name);
void launch_more(cl_command_queue queue);
void choose_size(size_t *size);
