DECLARE_KERNEL(Shift);

REGISTER_LAYER(Scale);

void launch_both(float *a)
{
    LAUNCH_WITH_ONE(Shift, a);
}
