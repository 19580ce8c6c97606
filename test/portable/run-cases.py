"""run-cases.py <library> <folder>: runs the cases of <folder>/cases.json, each an Arrow IPC file of columns, and writes each result
as an IPC file or its error as JSON. A case with `repeat` runs that often, and writes by how many bytes the memory in use grew."""

import ctypes
import gc
import json
import pathlib
import sys

import pyarrow as pa

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples/python"))
from layouts import in_the_middle, looked_up  # noqa: E402
from rowfuse_library import Library, RowfuseError  # noqa: E402


def read(path, as_it_is=False, looks_up=False):
    """Returns the table as one batch whose arrays, at any depth, begin in the middle of their buffers. Malformed columns stay unchanged."""
    if as_it_is:
        return pa.ipc.open_file(path).get_batch(0)
    reader = pa.ipc.open_file(path)
    try:
        table = reader.read_all()
    except KeyError:  # Arrow JS leaves dictionaries out that no row is of.
        table = reader.schema.empty_table()
    columns = [column.combine_chunks() for column in table.columns]
    if looks_up:
        columns = [looked_up(column) for column in columns]
    if table.num_rows > 0:
        columns = [in_the_middle(column) for column in columns]
    return pa.RecordBatch.from_arrays(columns, names=table.schema.names)


class Shortened:
    """A batch with an inner array that is shorter than its parent, which pyarrow cannot make."""

    def __init__(self, batch, path, length):
        self.batch, self.path, self.length = batch, path, length

    def _export_to_c(self, array, schema):
        self.batch._export_to_c(array, schema)
        fields = ctypes.cast(array, ctypes.POINTER(ctypes.c_int64))
        for place in self.path:
            children = ctypes.cast(fields[6], ctypes.POINTER(ctypes.c_void_p))
            fields = ctypes.cast(children[place], ctypes.POINTER(ctypes.c_int64))
        fields[0] = self.length


class MallInfo(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


def bytes_in_use():
    """Returns the bytes in use of C's allocator, which has one arena here, and of pyarrow's; None without glibc."""
    gc.collect()
    try:
        mallinfo2 = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return None
    mallinfo2.restype = MallInfo
    info = mallinfo2()
    return info.uordblks + info.hblkhd + pa.total_allocated_bytes()


def growth(run, times):
    """Returns the least growth of three rounds: a leak grows in each, but Python and thread pools allocate once, at any time."""
    for _ in range(times):
        run()
    rounds = []
    for _ in range(3):
        before = bytes_in_use()
        if before is None:
            return None
        for _ in range(times):
            run()
        rounds.append(bytes_in_use() - before)
    return min(rounds)


library = Library(sys.argv[1])
folder = pathlib.Path(sys.argv[2])
for case in json.loads((folder / "cases.json").read_text()):
    name = case["name"]
    params = read(folder / f"{name}.params.arrow") if case["params"] else None
    batch = read(folder / f"{name}.arrow", case.get("asItIs", False), case.get("looksUp", False))
    if "shorten" in case:
        batch = Shortened(batch, **case["shorten"])

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
