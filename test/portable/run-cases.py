"""run-cases.py <library> <folder>: runs the cases of <folder>/cases.json, each an Arrow IPC file of columns, and leaves each result
as an IPC file or its error as JSON."""

import json
import pathlib
import sys

import pyarrow as pa

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples/python"))
from rowfuse_library import Library, RowfuseError  # noqa: E402


def read(path):
    """The table as one batch that begins in the middle of its buffers."""
    table = pa.ipc.open_file(path).read_all()
    columns = [column.combine_chunks() for column in table.columns]
    if table.num_rows > 0:
        columns = [pa.concat_arrays([column.slice(0, 1), column]).slice(1) for column in columns]
    return pa.RecordBatch.from_arrays(columns, schema=table.schema)


library = Library(sys.argv[1])
folder = pathlib.Path(sys.argv[2])
for case in json.loads((folder / "cases.json").read_text()):
    name = case["name"]
    params = read(folder / f"{name}.params.arrow") if case["params"] else None
    try:
        result = library.run(case["transform"], read(folder / f"{name}.arrow"), params, **case["options"])
    except RowfuseError as error:
        (folder / f"{name}.error.json").write_text(json.dumps({"status": error.status, "text": str(error)}))
        continue
    result.validate(full=True)
    with pa.ipc.new_file(folder / f"{name}.result.arrow", result.schema) as writer:
        writer.write_batch(result)
print(json.dumps(library.transforms()))
