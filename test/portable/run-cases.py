"""run-cases.py <library> <folder>: runs the cases of <folder>/cases.json, each an Arrow IPC file of columns, and leaves each result
as an IPC file or its error as JSON. A case that says `repeat` runs as often, and leaves by how many bytes the memory in use grew."""

import ctypes
import gc
import json
import pathlib
import sys

import pyarrow as pa

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples/python"))
from rowfuse_library import Library, RowfuseError  # noqa: E402


def read(path, as_it_is=False):
    """The table as one batch that begins in the middle of its buffers, or, of malformed columns, as it is."""
    if as_it_is:
        return pa.ipc.open_file(path).get_batch(0)
    table = pa.ipc.open_file(path).read_all()
    columns = [column.combine_chunks() for column in table.columns]
    if table.num_rows > 0:
        columns = [pa.concat_arrays([column.slice(0, 1), column]).slice(1) for column in columns]
    return pa.RecordBatch.from_arrays(columns, schema=table.schema)


class MallInfo(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def bytes_in_use():
    """Of the allocator of C, which has one arena here, and of pyarrow's; None where there is no glibc."""
    gc.collect()
    try:
        mallinfo2 = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return None
    mallinfo2.restype = MallInfo
    info = mallinfo2()
    return info.uordblks + info.hblkhd + pa.total_allocated_bytes()


def growth(run, times):
    for _ in range(times):
        run()
    before = bytes_in_use()
    for _ in range(times):
        run()
    after = bytes_in_use()
    return None if before is None else after - before


library = Library(sys.argv[1])
folder = pathlib.Path(sys.argv[2])
for case in json.loads((folder / "cases.json").read_text()):
    name = case["name"]
    params = read(folder / f"{name}.params.arrow") if case["params"] else None
    batch = read(folder / f"{name}.arrow", case.get("asItIs", False))

    def call():
        return library.run(case["transform"], batch, params, **case["options"])

    def attempt():
        try:
            call()
        except RowfuseError:
            pass

    if "repeat" in case:
        (folder / f"{name}.growth.json").write_text(json.dumps(growth(attempt, case["repeat"])))
    try:
        result = call()
    except RowfuseError as error:
        (folder / f"{name}.error.json").write_text(json.dumps({"status": error.status, "text": str(error)}))
        continue
    result.validate(full=True)
    with pa.ipc.new_file(folder / f"{name}.result.arrow", result.schema) as writer:
        writer.write_batch(result)
print(json.dumps(library.transforms()))
