"""portable.py <library> <Arrow IPC file> <runs>: redact over the file's rows, timed; prints JSON."""

import hashlib
import json
import pathlib
import statistics
import sys
import time

import pyarrow as pa

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples/python"))
from rowfuse_library import Library  # noqa: E402

library = Library(sys.argv[1])
batch = pa.ipc.open_file(sys.argv[2]).read_all().combine_chunks().to_batches()[0]
seconds = []
for run in range(-3, int(sys.argv[3])):
    begin = time.perf_counter()
    result = library.run("redact", batch)
    if run >= 0:
        seconds.append(time.perf_counter() - begin)
_, offsets, values = result.column(0).buffers()
offsets = offsets.slice(0, 4 * (len(batch) + 1))
last = int.from_bytes(offsets.slice(4 * len(batch), 4).to_pybytes(), "little", signed=True)
digest = hashlib.sha256(offsets)
digest.update(values.slice(0, last))
print(json.dumps({"seconds": statistics.median(seconds), "sha256": digest.hexdigest(), "pyarrow": pa.__version__}))
