"""Writes the files and streams of Arrow IPC in test/ipc/fixtures: `python test/ipc/make-fixtures.py`, with pyarrow 25.

Each is a few hundred bytes to a few kilobytes, so that a campaign of mutations reaches every byte. `.arrow` are files, `.arrows`
streams. test/ipc/valid-ipc.test.ts says which can be read.
"""

import datetime
import decimal
import pathlib

import pyarrow as pa

FIXTURES = pathlib.Path(__file__).parent / "fixtures"
V4, V5 = pa.ipc.MetadataVersion.V4, pa.ipc.MetadataVersion.V5


def write(name, batches, schema=None, kinds=("arrow", "arrows"), **options):
    batches = batches.to_batches() if isinstance(batches, pa.Table) else batches
    schema = schema or batches[0].schema
    for kind in kinds:
        make = pa.ipc.new_file if kind == "arrow" else pa.ipc.new_stream
        with pa.OSFile(str(FIXTURES / f"{name}.{kind}"), "wb") as sink:
            with make(sink, schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
                for batch in batches:
                    writer.write_batch(batch)


def numbers():
    table = pa.table(
        {
            "i8": pa.array([1, None, -128], pa.int8()),
            "u16": pa.array([1, 2, 65535], pa.uint16()),
            "i32": pa.array([1, None, 3], pa.int32()),
            "u64": pa.array([1, 2**64 - 1, None], pa.uint64()),
            "f32": pa.array([0.5, None, float("nan")], pa.float32()),
            "f64": pa.array([0.1, -0.0, float("inf")], pa.float64()),
            "b": pa.array([True, None, False], pa.bool_()),
        }
    )
    write("numbers", table.to_batches() + table.slice(1, 1).to_batches())
    write("numbers-v4", table, metadata_version=V4)
    # Before 0.15 messages had no continuation marker.
    write("numbers-legacy", table, metadata_version=V4, use_legacy_format=True)
    return table


def texts():
    words = ["a", None, "größer", "longer than twelve bytes", ""]
    table = pa.table(
        {
            "s": pa.array(words),
            "large": pa.array(words, pa.large_utf8()),
            "view": pa.array(words, pa.string_view()),
            "bytes": pa.array([b"\x00\xff", None, b"", b"abc", b"d"], pa.binary()),
            "category": pa.array(words).dictionary_encode(),
            "small": pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 1, 0], pa.int8()), pa.array(["x", "y"])),
        }
    )
    write("texts", table)


def nested():
    people = [
        {"name": "a", "tags": ["x", None], "at": {"x": 1.5, "y": None}},
        None,
        {"name": None, "tags": None, "at": None},
        {"name": "d", "tags": [], "at": {"x": 2.5, "y": 3}},
    ]
    at = pa.struct({"x": pa.float64(), "y": pa.int32()})
    person = pa.struct({"name": pa.utf8(), "tags": pa.list_(pa.utf8()), "at": at})
    table = pa.table(
        {
            "person": pa.array(people, person),
            "numbers": pa.array([[1, 2], None, [], [3]], pa.list_(pa.int32())),
            "matrix": pa.array([[[1], []], None, [], [None, [2, 3]]], pa.list_(pa.list_(pa.int64()))),
            "people": pa.array([people[:1], None, [], [people[3], None]], pa.list_(person)),
        }
    )
    write("nested", table)


def other_types():
    day = datetime.date(2024, 2, 29)
    moment = datetime.datetime(2024, 2, 29, 12, 34, 56, 789000)
    table = pa.table(
        {
            "id": pa.array([1, 2, 3], pa.int32()),
            "none": pa.nulls(3),
            "half": pa.array([1, None, 2], pa.float16()),
            "decimal": pa.array([decimal.Decimal("1.23"), None, decimal.Decimal("-4.56")], pa.decimal128(9, 2)),
            "wide": pa.array([decimal.Decimal("1.23"), None, decimal.Decimal("-4.56")], pa.decimal256(50, 2)),
            "fixed": pa.array([b"abc", None, b"def"], pa.binary(3)),
            "pair": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int16(), 2)),
            "day": pa.array([day, None, day], pa.date32()),
            "milliseconds": pa.array([day, None, day], pa.date64()),
            "moment": pa.array([moment, None, moment], pa.timestamp("us", "UTC")),
            "clock": pa.array([moment, None, moment], pa.timestamp("ms")),
            "time": pa.array([1, None, 2], pa.time32("s")),
            "nanoseconds": pa.array([1, None, 2], pa.time64("ns")),
            "duration": pa.array([1, None, 2], pa.duration("ms")),
            "interval": pa.array([pa.MonthDayNano([1, 2, 3]), None, None]),
            "map": pa.array([[("a", 1)], None, []], pa.map_(pa.utf8(), pa.int32())),
            "large_list": pa.array([[1], None, []], pa.large_list(pa.int32())),
            "large_bytes": pa.array([b"a", None, b""], pa.large_binary()),
            "byte_view": pa.array([b"a", None, b"longer than twelve bytes"], pa.binary_view()),
        }
    )
    write("other-types", table)


def unions():
    types = pa.array([0, 1, 0], pa.int8())
    sparse = pa.UnionArray.from_sparse(types, [pa.array([1, 2, 3]), pa.array(["a", "b", "c"])])
    offsets = pa.array([0, 0, 1], pa.int32())
    dense = pa.UnionArray.from_dense(types, offsets, [pa.array([1, 3]), pa.array(["b"])], type_codes=[0, 1])
    batch = pa.record_batch({"id": pa.array([1, 2, 3], pa.int32()), "sparse": sparse, "dense": dense})
    write("unions", [batch])
    write("unions-v4", [batch], metadata_version=V4)


def dictionaries():
    def batch(indices, entries):
        return pa.record_batch(
            {"category": pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8()), pa.array(entries))}
        )

    growing = [batch([0, 1], ["a", "b"]), batch([2, None], ["a", "b", "c"]), batch([3, 0], ["a", "b", "c", "d"])]
    write("dictionary-deltas", growing, emit_dictionary_deltas=True)
    write("dictionary-replaced", [batch([0], ["a"]), batch([1], ["b", "c"])], kinds=("arrows",))
    inner = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0], pa.int8()), pa.array(["x", "y"]))
    listed = pa.ListArray.from_arrays(pa.array([0, 2, 2, 3], pa.int32()), inner)
    outer = pa.DictionaryArray.from_arrays(pa.array([1, 0], pa.int16()), pa.array(["u", None, "w"]))
    structs = pa.StructArray.from_arrays([outer, pa.array([1, 2], pa.int32())], ["category", "n"])
    write("dictionary-in-list", [pa.record_batch({"tags": listed})])
    write("dictionary-in-struct", [pa.record_batch({"row": structs})])


def empty():
    schema = pa.schema({"s": pa.utf8(), "n": pa.int32(), "category": pa.dictionary(pa.int32(), pa.utf8())})
    write("no-batches", [], schema)
    write("no-rows", [pa.record_batch([pa.array([], field.type) for field in schema], schema=schema)])
    write("no-columns", [pa.record_batch([], schema=pa.schema([]))], pa.schema([]))


def metadata():
    fields = [pa.field("n", pa.int32(), metadata={"unit": "m", "empty": ""})]
    schema = pa.schema(fields, metadata={"source": "test", "größe": "ja " * 20})
    batch = pa.record_batch([pa.array([1, 2], pa.int32())], schema=schema)
    for kind, make in (("arrow", pa.ipc.new_file), ("arrows", pa.ipc.new_stream)):
        with pa.OSFile(str(FIXTURES / f"metadata.{kind}"), "wb") as sink, make(sink, schema) as writer:
            writer.write_batch(batch, custom_metadata={"part": "1"})


def deep(levels):
    column = pa.array([1, 2, None], pa.int32())
    for _ in range(levels - 1):
        column = pa.StructArray.from_arrays([column], ["f"])
    return pa.record_batch({"deep": column})


def refused(table):
    write("compressed-lz4", table, compression="lz4")
    write("compressed-zstd", table, compression="zstd")
    write("run-ends", [pa.record_batch({"r": pa.RunEndEncodedArray.from_arrays([2, 3], ["a", "b"])})])
    write("list-views", [pa.record_batch({"v": pa.array([[1], [2, 3]], pa.list_view(pa.int32()))})])


FIXTURES.mkdir(exist_ok=True)
table = numbers()
texts()
nested()
other_types()
unions()
dictionaries()
empty()
metadata()
write("deep", [deep(64)])
refused(table)
