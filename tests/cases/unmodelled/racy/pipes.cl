// Pipes are not modelled: neither that all come to a reservation, nor who writes which packet.
// kverify-test: block=64 grid=1

// expect: violated
// today: unknown, because pipes are not modelled
kernel void some_reserve(write_only pipe int p, global int *out)
{
    int t = get_local_id(0);
    if (t < 32) {
        reserve_id_t r = work_group_reserve_write_pipe(p, 4);
        if (is_valid_reserve_id(r)) work_group_commit_write_pipe(p, r);
    }
    out[t] = 1;
}

// expect: violated
// today: unknown, because pipes are not modelled
kernel void one_packet(write_only pipe int p, global int *out)
{
    int t = get_local_id(0);
    reserve_id_t r = work_group_reserve_write_pipe(p, 64);
    if (is_valid_reserve_id(r)) {
        write_pipe(p, r, t / 2, &t);
        work_group_commit_write_pipe(p, r);
    }
    out[t] = 1;
}
