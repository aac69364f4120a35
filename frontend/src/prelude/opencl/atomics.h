/* Atomic functions that clang does not declare for the language version in use: those of OpenCL 1.0's extensions on
   64 bits, and of user code that takes generic pointers. */
