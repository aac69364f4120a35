def run_named(a):
    return a
