"""What a test of a Python file with kernels looks like: `race_free` fails unless every kernel is proved."""


def test_model(race_free):
    race_free("model.py")


def test_saxpy(race_free):
    race_free("saxpy.cu", assume="n > 0")
