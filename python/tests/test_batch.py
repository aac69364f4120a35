"""``kverify batch`` over Ray, here: two machines of one CPU each, one of which is lost. Skipped where there is no Ray.

``KVERIFY_BATCH_FILES`` is how many sources are made (48), ``KVERIFY_BATCH_SAY`` has the times printed.
"""

import importlib.util
import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import kverify
from kverify import _shards, batch

COUNT = int(os.environ.get("KVERIFY_BATCH_FILES", "48"))

KINDS = (
    # A copy, which is proved.
    "__global__ void copy{n}(float *a, const float *b, int n)\n{{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n        a[i] = {n} * b[i];\n}}\n",
    # A reduction in shared memory, proved for its size.
    "__global__ void __launch_bounds__(128) sum{n}(float *out, const float *in)\n{{\n    __shared__ float s[128];\n"
    "    s[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x] + {n};\n"
    "    for (int d = 64; d > 0; d /= 2) {{\n        __syncthreads();\n        if (threadIdx.x < d)\n"
    "            s[threadIdx.x] += s[threadIdx.x + d];\n    }}\n    if (threadIdx.x == 0)\n        out[blockIdx.x] = s[0];\n}}\n",
    # Neighbours without a barrier: a race.
    "__global__ void shift{n}(float *a)\n{{\n    __shared__ float s[256];\n    s[threadIdx.x] = a[threadIdx.x] + {n};\n"
    "    a[threadIdx.x] = s[(threadIdx.x + 1) % 256];\n}}\n",
    # No kernel at all.
    "int host{n}() {{ return {n}; }}\n",
)


def make(folder: Path, count: int) -> None:
    """Sources of several kinds in folders, a few of them the same text twice, one that an ignore file leaves out."""
    for n in range(count):
        path = folder / "src" / f"part{n % 7}" / f"k{n}.cu"
        path.parent.mkdir(parents=True, exist_ok=True)
        kind = KINDS[-1] if n % 29 == 0 else KINDS[n % 3]
        path.write_text(kind.format(n=n if n % 11 else 0))
    (folder / "src" / "part0" / "gone").mkdir(parents=True)
    (folder / "src" / "part0" / "gone" / "k.cu").write_text(KINDS[0].format(n=1))
    (folder / "src" / ".ignore").write_text("gone/\n")
    (folder / "src" / "part1" / "kverify.toml").write_text("block = 64\n")


def one_machine(folder: Path, *options: str) -> "tuple[int, bytes, float]":
    """What one run says."""
    start = time.monotonic()
    run = [kverify.command(), "check", *options, "--out", "one.jsonl"]
    status = subprocess.run(run, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    return status, (folder / "one.jsonl").read_bytes(), time.monotonic() - start


class Here(unittest.TestCase):
    """What needs no Ray."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.old = os.getcwd()
        os.chdir(self.folder)
        make(self.folder, 40)

    def tearDown(self):
        os.chdir(self.old)
        self.scratch.cleanup()

    def test_shards_hang_on_texts_alone(self):
        plan = _shards.plan(["src"], None, [], 4)
        paths = [path for shard in plan.shards for path in shard.paths]
        self.assertEqual(len(paths), 40)
        self.assertEqual(len(set(paths)), 40)
        self.assertEqual(len(plan.rest), 1)
        Path("src/part1/k1.cu").write_text("int changed;\n")
        after = _shards.plan(["src"], None, [], 4)
        before = {shard.name for shard in plan.shards}
        self.assertLessEqual(len({shard.name for shard in after.shards} - before), 2)
        self.assertEqual({shard.name for shard in _shards.plan(["src"], None, ["--block=64"], 4).shards} & before, set())

    def test_what_was_named_has_to_hold_a_kernel(self):
        Path("list").write_text("src/part0/k0.cu\nsrc/part1/k1.cu\n")
        plan = _shards.plan(["src/part2"], "list", [], 100)
        self.assertEqual({shard.walked: len(shard.paths) for shard in plan.shards}, {False: 2, True: 6})

    def test_parts_make_what_one_run_makes(self):
        status, expected, _ = one_machine(self.folder, "src")
        plan = _shards.plan(["src"], None, [], 4)
        kept = _shards.Parts(Path("all.parts"), False)
        for shard in plan.shards:
            kept.write(_shards.verify(shard, plan.options, plan.header, 1, None))
        self.assertEqual(kept.merge(plan, Path("all.jsonl")), status)
        self.assertEqual(Path("all.jsonl").read_bytes(), expected)
        # What changed since, and nothing else, is asked again; so is what cannot be read.
        shard = plan.shards[0]
        again = _shards.Parts(Path("all.parts"), True)
        self.assertIsNotNone(again.read(shard, plan.options))
        # So is what something else tells to read in another way.
        settings = Path("src") / "kverify.toml"
        settings.write_text('define = ["float=int"]\n')
        self.assertIsNone(again.read(shard, plan.options))
        settings.unlink()
        self.assertIsNotNone(again.read(shard, plan.options))
        Path(shard.paths[0]).write_text("int changed;\n")
        self.assertIsNone(again.read(shard, plan.options))
        part = Path("all.parts") / f"{plan.shards[1].name}.part"
        part.write_text(part.read_text()[:-9])
        self.assertIsNone(again.read(plan.shards[1], plan.options))

    def test_wrong_options_are_said_at_once(self):
        with self.assertRaises(kverify.KverifyError):
            _shards.plan(["src"], None, ["--no-such-option"], 4)
        with self.assertRaises(kverify.KverifyError):
            _shards.plan(["nothing"], None, ["--block=0"], 4)


@unittest.skipUnless(importlib.util.find_spec("ray"), "Ray is not there")
class Cluster(unittest.TestCase):
    """Two nodes, as processes of this machine."""

    def test_a_lost_node_loses_nothing(self):
        import ray
        from ray.cluster_utils import Cluster as Nodes

        nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        first, second = nodes.add_node(num_cpus=1), nodes.add_node(num_cpus=1)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            make(folder, COUNT)
            # Neither run finds answers of the other one in a cache.
            options = ["--no-cache"]
            status, expected, alone = one_machine(folder, *options, "src")
            os.chdir(folder)
            start, killed_at, where = time.monotonic(), None, set()
            plan = _shards.plan(["src"], None, options, max(2, COUNT // 64))
            kept = _shards.Parts(folder / "all.parts", False)
            done = 0
            for part in batch._run(plan, kept, nodes.address, False, 1, 3):
                done += part.files
                where.add(part.where)
                if killed_at is None and done >= COUNT // 3:
                    killed_at = done
                    nodes.remove_node(first, allow_graceful=False)
            together = time.monotonic() - start
            self.assertEqual(kept.merge(plan, folder / "all.jsonl"), status)
            self.assertEqual((folder / "all.jsonl").read_bytes(), expected)
            self.assertEqual(done, COUNT)
            self.assertGreaterEqual(len(where), 2, "both nodes had work")
            # Nothing is left to do, and no cluster is asked.
            again = list(batch._run(plan, _shards.Parts(folder / "all.parts", True), "nowhere:1", False, 1, 0))
            self.assertTrue(all(part.resumed for part in again))
            if os.environ.get("KVERIFY_BATCH_SAY"):
                verdicts = [k["verdict"] for part in again for entry in part.entries() for k in entry["kernels"]]
                counts = {verdict: verdicts.count(verdict) for verdict in sorted(set(verdicts))}
                busy = sum(part.seconds for part in again)
                print(json.dumps({"files": COUNT, "shards": len(plan.shards), "one_machine_s": round(alone, 1),
                                  "two_nodes_one_lost_s": round(together, 1), "killed_after_files": killed_at,
                                  "seconds_in_shards": round(busy, 1), "verdicts": counts}))
            os.chdir("/")
        ray.shutdown()
        nodes.remove_node(second, allow_graceful=False)
        nodes.shutdown()


if __name__ == "__main__":
    unittest.main()
