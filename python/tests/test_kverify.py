"""The module over a command that is there: ``KVERIFY`` names it, as ``verifier/tests/python.rs`` does."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import kverify

FREE = "__global__ void shift(float *a, const float *b) { a[blockIdx.x * blockDim.x + threadIdx.x] = b[threadIdx.x]; }\n"
RACY = "__global__ void shift(float *a) {\n    a[threadIdx.x] = a[threadIdx.x + 1];\n}\n"
MODEL = '''
import cupy as cp

kernel = cp.RawKernel(r"""
extern "C" __global__ void shift(float *a) {
    a[threadIdx.x] = a[threadIdx.x + 1];
}
""", "shift")
'''


class Verify(unittest.TestCase):
    def test_a_text_is_proved(self):
        report = kverify.verify(FREE, block=64, grid=[2, 1], assume="blockDim.y == 1")
        self.assertTrue(report.is_proved)
        self.assertEqual([k.name for k in report.kernels], ["shift"])
        self.assertIn("no-alias", [a.id for a in report.kernels[0].assumptions])

    def test_a_race_is_typed(self):
        report = kverify.verify(RACY)
        (kernel,) = report.kernels
        self.assertEqual((kernel.verdict, report.exit_status), ("violated", 1))
        self.assertEqual({access.line for access in kernel.findings[0].accesses}, {2})
        self.assertIn("thread", kernel.findings[0].witness)
        self.assertEqual(kernel.findings[0].status, "confirmed")

    def test_python_files_have_their_own_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "model.py"
            model.write_text(MODEL)
            with self.assertRaises(kverify.RaceError) as raised:
                kverify.assert_race_free(model, block=32)
            finding = raised.exception.report.kernels[0].findings[0]
            self.assertEqual({access.line for access in finding.accesses}, {6})

    def test_opencl_texts(self):
        text = "__kernel void one(__global int *a) { a[get_global_id(0)] = 1; }"
        self.assertTrue(kverify.verify(text, language="opencl").is_proved)

    def test_what_is_not_proved_is_an_assertion(self):
        with self.assertRaises(kverify.RaceError) as raised:
            kverify.assert_race_free(RACY)
        self.assertIn("data race", str(raised.exception))
        kverify.assert_race_free(FREE, block=64)
        with self.assertRaises(AssertionError):
            kverify.assert_race_free("int f() { return 1; }")

    def test_what_has_no_answer_is_an_error(self):
        with self.assertRaises(kverify.KverifyError):
            kverify.verify(FREE, options=["--no-such-option"])
        with self.assertRaises(kverify.KverifyError):
            kverify.verify(FREE, assume="no such ( thing")
        with self.assertRaises(FileNotFoundError):
            kverify.verify("missing.cu")

    def test_the_module_is_the_command(self):
        run = [sys.executable, "-m", "kverify", "--version"]
        done = subprocess.run(run, stdout=subprocess.PIPE, check=True, encoding="utf-8")
        self.assertTrue(done.stdout.startswith("kverify "))


@unittest.skipUnless(os.environ.get("KVERIFY_PYTEST"), "pytest is not there")
class Plugin(unittest.TestCase):
    def run_pytest(self, *arguments, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (Path(folder) / name.replace("_dot_", ".")).write_text(text)
            run = [sys.executable, "-m", "pytest", "-p", "kverify.pytest_plugin", "-p", "no:cacheprovider", *arguments, folder]
            # An installed plugin would be there twice.
            environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
            return subprocess.run(run, stdout=subprocess.PIPE, check=False, encoding="utf-8", cwd=folder, env=environment)

    def test_the_fixture_fails_on_a_race(self):
        test = f"def test_shift(race_free):\n    race_free({RACY!r})\n"
        done = self.run_pytest(test_shift_dot_py=test)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("data race", done.stdout)

    def test_sources_are_tests_where_that_is_asked_for(self):
        sources = {"free_dot_cu": FREE, "racy_dot_cu": RACY}
        done = self.run_pytest("--kverify", "--kverify-option=--block=64", **sources)
        self.assertIn("1 failed, 1 passed", done.stdout)
        self.assertIn("data race", done.stdout)
        done = self.run_pytest(**sources)
        self.assertIn("no tests ran", done.stdout)


if __name__ == "__main__":
    unittest.main()
