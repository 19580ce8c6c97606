"""The map of udf_map_bench.cu as a Numba kernel: tests if an int64 is one of twenty values, over resident data.

    python3 bench/cuda/udf_map_numba.py [--rows 10000000] [--runs 20] [--out udf-map-numba.json]

The kernels have the form of a user-defined function over a column: one row per thread, one byte of bool per row. The test
is written with `in` and as a chain of comparisons; the faster one counts.
"""

import argparse
import json
import statistics

import numpy

numpy.row_stack = numpy.vstack  # Numba asks for a name that NumPy 2 has dropped

from numba import cuda  # noqa: E402

WANTED = (1009, 4021, 8167, 15013, 23357, 31193, 42043, 54917, 68111, 79999,
          104729, 155921, 224737, 299993, 350377, 493127, 611953, 746773, 882377, 999983)


@cuda.jit
def wait(nanoseconds):
    for _ in range(nanoseconds // 1000):
        cuda.nanosleep(1000)


@cuda.jit
def udf_map(values, selected):
    row = cuda.grid(1)
    if row < values.size:
        selected[row] = values[row] in WANTED


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--out")
    options = parser.parse_args()

    random = numpy.random.default_rng(1)
    host = random.integers(0, 1_000_000, options.rows, dtype=numpy.int64)
    host[::16] = random.choice(numpy.array(WANTED), len(host[::16]))
    values = cuda.to_device(host)
    selected = cuda.device_array(options.rows, dtype=numpy.bool_)
    blocks = (options.rows + 255) // 256

    chain = " or ".join(f"x == {value}" for value in WANTED)
    source = f"def udf(values, selected):\n    row = cuda.grid(1)\n    if row < values.size:\n        x = values[row]\n        selected[row] = {chain}\n"
    scope = {"cuda": cuda}
    exec(source, scope)
    kernels = {"in": udf_map, "chain": cuda.jit(scope["udf"])}

    def run(kernel):
        start, stop = cuda.event(), cuda.event()
        # The device is kept busy until everything is queued, because Python needs longer to launch than the kernel to run.
        wait[1, 1](1_000_000)
        start.record()
        kernel[blocks, 256](values, selected)
        stop.record()
        stop.synchronize()
        return cuda.event_elapsed_time(start, stop) * 1e3

    versions = []
    for name, kernel in kernels.items():
        for _ in range(5):
            run(kernel)
        times = [run(kernel) for _ in range(options.runs)]
        matches = bool((selected.copy_to_host() == numpy.isin(host, WANTED)).all())
        versions.append({"form": name, "us": statistics.median(times), "leastUs": min(times), "matches": matches})
    best = min(versions, key=lambda version: version["us"])
    result = {"benchmark": "UDF map with Numba", "rows": options.rows, "runs": options.runs, **best, "forms": versions}
    print(json.dumps(result))
    if options.out:
        with open(options.out, "w") as file:
            json.dump(result, file)


main()
