"""Moving averages of doubles in Python on a GPU, over resident data. Three are Numba kernels: one thread per window, a block's elements in
shared memory, and several outputs per thread. The last is CuPy's difference of running totals.

    python3 bench/cuda/rolling_numba.py [--rows 10000000,100000000] [--windows 4,64,3000,100000] [--runs 10] [--out rolling-numba.json]

A window with too few rows gives NaN. A version that is not installed, or does not fit, is left out, and the result says why. Errors are
those of a thousand windows against exactly rounded sums.
"""

import argparse
import json
import math
import statistics
import sys

import numpy

numpy.row_stack = numpy.vstack  # Numba asks for a name that NumPy 2 has dropped

try:
    from numba import cuda, float64
except ImportError as error:
    sys.exit(f"rolling_numba.py: skipped: {error}; it needs numba with CUDA (pip install numba numba-cuda)")
if not cuda.is_available():
    sys.exit("rolling_numba.py: skipped: numba finds no GPU")
try:
    import cupy
except ImportError:
    cupy = None

THREADS = 256
TILE_THREADS = 128
OUTPUTS = 9  # odd: neighbouring threads then read from different banks of shared memory
MOST_STATIC_BYTES = 48 * 1024


@cuda.jit
def naive(x, out, window):
    row = cuda.grid(1)
    if row >= x.size:
        return
    if row < window - 1:
        out[row] = math.nan
        return
    total = 0.0
    for i in range(row - window + 1, row + 1):
        total += x[i]
    out[row] = total / window


@cuda.jit
def shared(x, out, window):
    tile = cuda.shared.array(0, float64)
    first = cuda.blockIdx.x * cuda.blockDim.x
    for i in range(cuda.threadIdx.x, cuda.blockDim.x + window - 1, cuda.blockDim.x):
        row = first - window + 1 + i
        tile[i] = x[row] if 0 <= row < x.size else 0.0
    cuda.syncthreads()
    row = first + cuda.threadIdx.x
    if row >= x.size:
        return
    if row < window - 1:
        out[row] = math.nan
        return
    total = 0.0
    for i in range(cuda.threadIdx.x, cuda.threadIdx.x + window):
        total += tile[i]
    out[row] = total / window


@cuda.jit
def tiled(x, out, window):
    """For windows of OUTPUTS rows or more."""
    tile = cuda.shared.array(0, float64)
    first = cuda.blockIdx.x * (TILE_THREADS * OUTPUTS)
    for i in range(cuda.threadIdx.x, TILE_THREADS * OUTPUTS + window - 1, TILE_THREADS):
        row = first - window + 1 + i
        tile[i] = x[row] if 0 <= row < x.size else 0.0
    cuda.syncthreads()
    begin = cuda.threadIdx.x * OUTPUTS
    totals = cuda.local.array(OUTPUTS, float64)
    for k in range(OUTPUTS):
        totals[k] = 0.0
    for i in range(OUTPUTS - 1):
        element = tile[begin + i]
        for k in range(OUTPUTS):
            if k <= i:
                totals[k] += element
    for i in range(OUTPUTS - 1, window):
        element = tile[begin + i]
        for k in range(OUTPUTS):
            totals[k] += element
    for i in range(OUTPUTS - 1):
        element = tile[begin + window + i]
        for k in range(OUTPUTS):
            if k > i:
                totals[k] += element
    for k in range(OUTPUTS):
        row = first + begin + k
        if row < x.size:
            out[row] = math.nan if row < window - 1 else totals[k] / window


@cuda.jit
def wait(nanoseconds):
    for _ in range(nanoseconds // 1000):
        cuda.nanosleep(1000)


def ceil(count, by):
    return (count + by - 1) // by


def versions_of(x, out, window, most_shared):
    """Pairs of a name and a function that queues the work, or a reason why there is none."""
    rows = x.size
    yield "numba: one thread per window", (
        (lambda: naive[ceil(rows, THREADS), THREADS](x, out, window)) if rows * window < 5e11 else "takes too long"
    )
    bytes_of_shared = (window + THREADS) * 8
    yield "numba: shared memory", (
        (lambda: shared[ceil(rows, THREADS), THREADS, 0, bytes_of_shared](x, out, window))
        if bytes_of_shared <= most_shared
        else "a block's windows do not fit its shared memory"
    )
    span = TILE_THREADS * OUTPUTS
    bytes_of_tile = (window + span) * 8
    if window < OUTPUTS:
        yield f"numba: shared memory, {OUTPUTS} outputs per thread", "windows are narrower than a thread's outputs"
    elif bytes_of_tile > most_shared:
        yield f"numba: shared memory, {OUTPUTS} outputs per thread", "a block's windows do not fit its shared memory"
    else:
        yield f"numba: shared memory, {OUTPUTS} outputs per thread", (
            lambda: tiled[ceil(rows, span), TILE_THREADS, 0, bytes_of_tile](x, out, window)
        )
    if cupy is None:
        yield "cupy: difference of running totals", "cupy is not installed"
    else:
        values, result = cupy.asarray(x), cupy.asarray(out)

        def by_totals():
            totals = cupy.cumsum(values)
            result[: window - 1] = math.nan
            result[window - 1] = totals[window - 1] / window
            cupy.subtract(totals[window:], totals[:-window], out=result[window:])
            result[window:] /= window

        yield "cupy: difference of running totals", by_totals


def measure(run, runs):
    times = []
    for attempt in range(runs + 2):
        start, stop = cuda.event(), cuda.event()
        # The device is kept busy until everything is queued, because Python needs longer to launch than some kernels to run. CuPy
        # queues on the default stream, as Numba does.
        wait[1, 1](1_000_000)
        start.record()
        run()
        stop.record()
        stop.synchronize()
        if attempt >= 2:
            times.append(cuda.event_elapsed_time(start, stop))
    return times


def error_of(host, out, window):
    rows = numpy.linspace(window - 1, len(host) - 1, 1000).astype(numpy.int64)
    got = out.copy_to_host()
    worst = 0.0
    for row in rows:
        exact = math.fsum(host[row - window + 1 : row + 1]) / window
        worst = max(worst, abs(got[row] - exact) / abs(exact))
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", default="10000000,100000000")
    parser.add_argument("--windows", default="4,64,3000,100000")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--out")
    options = parser.parse_args()

    device = cuda.get_current_device()
    # Above 48 KiB a kernel must ask for shared memory, which Numba's launches do not.
    most_shared = min(MOST_STATIC_BYTES, device.MAX_SHARED_MEMORY_PER_BLOCK)
    name = device.name.decode() if isinstance(device.name, bytes) else device.name
    sizes = []
    for rows in map(int, options.rows.split(",")):
        host = numpy.random.default_rng(1).random(rows) * 100
        x = cuda.to_device(host)
        out = cuda.device_array(rows, dtype=numpy.float64)
        copy = statistics.median(measure(lambda: out.copy_to_device(x), options.runs))
        windows = []
        for window in map(int, options.windows.split(",")):
            if window >= rows:
                continue
            versions = []
            for version, run in versions_of(x, out, window, most_shared):
                if isinstance(run, str):
                    versions.append({"version": version, "skipped": run})
                    print(f"{rows} rows, window {window}: {version}: skipped: {run}")
                    continue
                times = measure(run, options.runs)
                ms = statistics.median(times)
                error = error_of(host, out, window)
                versions.append({"version": version, "ms": ms, "leastMs": min(times), "ofCopy": ms / copy, "error": error})
                print(f"{rows} rows, window {window}: {version}: {ms:.3f} ms, error {error:.2g}")
            windows.append({"window": window, "versions": versions})
        sizes.append({"rows": rows, "copyMs": copy, "windows": windows})
        del x, out
    result = {"benchmark": "rolling windows with Numba and CuPy", "device": name, "runs": options.runs, "sizes": sizes}
    if options.out:
        with open(options.out, "w") as file:
            json.dump(result, file)
    else:
        print(json.dumps(result))


main()
