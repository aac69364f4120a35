void run_near(float *a, int threads);
void run_shifted(float *to, const float *from);
void run_dead(float *a, int threads);
void near_of(float *a, int threads) { run_near(a, threads); }
void shifted_of(float *to, const float *from) { run_shifted(to, from); }
void never(float *a) { run_dead(a, 128); }
