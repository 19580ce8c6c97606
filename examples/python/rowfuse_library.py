"""Calls the transforms of a rowfuse project from Python: pyarrow record batches in, record batches out.

`rowfuse build --library` makes the library that this loads.

    library = Library("generated/native/linux-x64/librowfuse.so")
    masked = library.run("redact", batch)

Nothing is copied on the way in or out, because both sides use the Arrow C data interface.
"""

import ctypes

import pyarrow as pa


class RowfuseError(Exception):
    """A call without a result. `status` is a ROWFUSE_* number of native/portable/rowfuse.h."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class _Options(ctypes.Structure):
    _fields_ = [
        ("backend", ctypes.c_char_p),
        ("threads", ctypes.c_int32),
        ("first_row", ctypes.c_int64),
        ("params_schema", ctypes.c_void_p),
        ("params", ctypes.c_void_p),
    ]


class _Struct:
    """An ArrowSchema and an ArrowArray, which pyarrow fills or takes over."""

    def __init__(self):
        # As large as the larger of the two, and aligned as pointers are.
        self.schema = (ctypes.c_int64 * 10)()
        self.array = (ctypes.c_int64 * 10)()

    @classmethod
    def of(cls, batch):
        made = cls()
        batch._export_to_c(made.array_address, made.schema_address)
        return made

    @property
    def schema_address(self):
        return ctypes.addressof(self.schema)

    @property
    def array_address(self):
        return ctypes.addressof(self.array)

    def take(self):
        return pa.RecordBatch._import_from_c(self.array_address, self.schema_address)


class Library:
    """The library that `rowfuse build` leaves beside the addon."""

    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.rowfuse_transform.restype = ctypes.c_char_p
        self._library.rowfuse_run.argtypes = [ctypes.c_char_p] + [ctypes.c_void_p] * 6 + [ctypes.c_size_t]

    def transforms(self):
        names = iter(range(1 << 31))
        return [name.decode() for name in iter(lambda: self._library.rowfuse_transform(next(names)), None)]

    def run(self, transform, batch, params=None, backend=None, threads=0, first_row=0):
        """Runs a transform over the rows of a record batch. `params` is a record batch of one row."""
        options = _Options(backend and backend.encode(), threads, first_row)
        given = _Struct.of(batch)
        passed = params and _Struct.of(params)
        if passed:
            options.params_schema, options.params = passed.schema_address, passed.array_address
        made = _Struct()
        error = ctypes.create_string_buffer(4096)
        status = self._library.rowfuse_run(
            transform.encode(),
            given.schema_address,
            given.array_address,
            ctypes.addressof(options),
            made.schema_address,
            made.array_address,
            error,
            len(error),
        )
        # The call borrows the buffers: once they are taken back, pyarrow frees what it exported.
        for exported in (given, passed):
            if exported:
                exported.take()
        if status != 0:
            raise RowfuseError(status, error.value.decode(errors="replace"))
        return made.take()
