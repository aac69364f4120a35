// An axis that only a pixel's value names is one of the launch's.

// expect: violated
__kernel void k(write_only image2d_t image)
{
    write_imagef(image, (int2)(get_global_id(0), 0), (float4)(get_global_id(1))); //~ data-race x2
}
