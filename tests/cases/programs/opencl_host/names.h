#define NAMED "named"
