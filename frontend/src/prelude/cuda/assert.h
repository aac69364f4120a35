/* assert, as NDEBUG stands where it is included (C17 7.2, C++17 [assertions.assert]). */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) __kv_assert(KV_TRUTH(e))
#endif
