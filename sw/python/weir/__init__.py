# SPDX-License-Identifier: Apache-2.0
"""Traces of the Weir trace unit, Fuchsia FXT, ThreadX TXTB and RKH, as Arrow columns:

    with weir.open("trace.recTr") as trace:
        trace.format, trace.tick, trace.threads, trace.lost
        trace.columns("events")        # for pyarrow.table, polars.DataFrame, DuckDB: no copy
        trace.to_pandas("runs")        # with pyarrow and pandas

The tables, their columns and types are listed in weir/columns.h of libweir, and in
docs/reference/columns.md of the project.
"""

import ctypes
import os
import warnings
from pathlib import Path

__all__ = ["TABLES", "DamageWarning", "Error", "Trace", "open", "to_parquet"]

TABLES = ("events", "runs", "interrupts", "losses", "names")


class Error(Exception):
    """A trace that cannot be read, or a wrong argument; .code is the number of libweir."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class DamageWarning(UserWarning):
    """A trace has places that break its format: what it gives is not all that was in it."""


class _Options(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("settings", ctypes.c_char_p),
                ("unit", ctypes.c_char_p), ("names", ctypes.POINTER(ctypes.c_char_p)),
                ("names_count", ctypes.c_size_t), ("raw", ctypes.c_bool)]


class _Array(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int64), ("words", ctypes.c_void_p * 7),
                ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
                ("private_data", ctypes.c_void_p)]


class _Stream(ctypes.Structure):
    pass


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))
_Stream._fields_ = [("get_schema", ctypes.c_void_p),
                    ("get_next",
                     ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream),
                                      ctypes.POINTER(_Array))),
                    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))),
                    ("release", _RELEASE),
                    ("private_data", ctypes.c_void_p)]


def _load():
    path = os.environ.get("WEIR_LIBRARY") or Path(__file__).with_name("libweir.so")
    lib = ctypes.CDLL(str(path))
    text, number, handle = ctypes.c_char_p, ctypes.c_uint64, ctypes.c_void_p
    for name, result, arguments in (
        ("version", text, []),
        ("error", text, [handle]),
        ("open_file", ctypes.c_int,
         [ctypes.POINTER(handle), text, ctypes.POINTER(_Options)]),
        ("close", None, [handle]),
        ("format", text, [handle]),
        ("tick", None, [handle, ctypes.POINTER(number), ctypes.POINTER(number)]),
        ("lost", number, [handle, ctypes.POINTER(number)]),
        ("left_out", number, [handle]),
        ("damage", number, [handle, ctypes.POINTER(number)]),
        ("read_all", ctypes.c_int, [handle]),
        ("thread", ctypes.c_int,
         [handle, ctypes.c_size_t, *[ctypes.POINTER(number)] * 2, ctypes.POINTER(text)]),
        ("give", None, [ctypes.POINTER(_Stream)]),
        ("columns", ctypes.c_int, [handle, ctypes.c_int, ctypes.POINTER(_Stream)]),
    ):
        function = getattr(lib, "weir_trace_" + name)
        function.restype, function.argtypes = result, arguments
    return lib


_lib = _load()
_STREAM = b"arrow_array_stream"


def _python(name, result, *arguments):
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_malloc = _python("PyMem_RawMalloc", ctypes.c_void_p, ctypes.c_size_t)
_free = _python("PyMem_RawFree", None, ctypes.c_void_p)
_new_capsule = _python("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p,
                       ctypes.c_void_p)
# The capsule as a number: in its destructor it must not get another reference.
_stream_of = _python("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _free_capsule(capsule):
    """Its user has moved the stream and left no function to release it, or nobody took it."""
    address = _stream_of(capsule, _STREAM)
    stream = _Stream.from_address(address)
    if stream.release:
        stream.release(ctypes.byref(stream))
    _free(address)


_python("Py_IncRef", None, ctypes.py_object)(_free_capsule)  # capsules may outlive this module


class Columns:
    """A table as a stream of Arrow columns. Each use reads the file again, with a handle of its
    own, so several tables can be used at the same time.
    """

    def __init__(self, trace, table):
        self._trace, self.table = trace, table

    def __arrow_c_stream__(self, requested_schema=None):
        handle = self._trace._open()
        address = _malloc(ctypes.sizeof(_Stream))
        if not address:
            _lib.weir_trace_close(handle)
            raise MemoryError
        stream = _Stream.from_address(address)
        code = _lib.weir_trace_columns(handle, TABLES.index(self.table), ctypes.byref(stream))
        if code:
            _free(address)
            _fail(handle, code)
        _lib.weir_trace_give(ctypes.byref(stream))
        return _new_capsule(address, _STREAM, ctypes.cast(_free_capsule, ctypes.c_void_p))

    def __len__(self):
        """The number of rows: reads the trace. Warns of damage."""
        self._trace._warn()
        capsule = self.__arrow_c_stream__()
        stream = _Stream.from_address(_stream_of(id(capsule), _STREAM))
        rows = 0
        while True:
            array = _Array()
            if stream.get_next(ctypes.byref(stream), ctypes.byref(array)):
                raise Error(-2, stream.get_last_error(ctypes.byref(stream)).decode())
            if not array.release:
                return rows
            rows += array.length
            array.release(ctypes.byref(array))


def _fail(handle, code):
    text = (_lib.weir_trace_error(handle) or b"").decode(errors="replace")
    _lib.weir_trace_close(handle)
    raise Error(code, text)


class Trace:
    """A trace: see `open`."""

    def __init__(self, path, *, format=None, settings=None, unit=None, names=(), raw=False):
        encode = lambda text: None if text is None else os.fsencode(text)
        self.path = Path(path)
        self._names = (ctypes.c_char_p * len(names))(*map(encode, names))
        self._options = _Options(encode(format), encode(settings), encode(unit), self._names,
                                 len(names), raw)
        handle = self._open()
        self.format = _lib.weir_trace_format(handle).decode()
        numerator, denominator = ctypes.c_uint64(), ctypes.c_uint64()
        _lib.weir_trace_tick(handle, ctypes.byref(numerator), ctypes.byref(denominator))
        #: Seconds of a tick, as a numerator and a denominator; None if they are unknown.
        self.tick = (numerator.value, denominator.value) if denominator.value else None
        _lib.weir_trace_close(handle)
        self._read, self._warned = None, False

    def _open(self):
        handle = ctypes.c_void_p()
        code = _lib.weir_trace_open_file(ctypes.byref(handle), os.fsencode(self.path),
                                         ctypes.byref(self._options))
        if code:
            _fail(handle, code)
        return handle

    def columns(self, table="events"):
        """A table of TABLES: anything that takes __arrow_c_stream__ takes it."""
        if table not in TABLES:
            raise ValueError(f"{table} is none of {', '.join(TABLES)}")
        return Columns(self, table)

    def _whole(self):
        """Reads the trace once."""
        if self._read is None:
            handle = self._open()
            code = _lib.weir_trace_read_all(handle)
            if code:
                _fail(handle, code)
            process, thread, uncounted, first = (ctypes.c_uint64() for _ in range(4))
            name, threads = ctypes.c_char_p(), {}
            while _lib.weir_trace_thread(handle, len(threads), ctypes.byref(process),
                                         ctypes.byref(thread), ctypes.byref(name)):
                threads[process.value, thread.value] = name.value.decode(errors="replace")
            lost = _lib.weir_trace_lost(handle, ctypes.byref(uncounted))
            left_out = _lib.weir_trace_left_out(handle)
            damage = _lib.weir_trace_damage(handle, ctypes.byref(first))
            _lib.weir_trace_close(handle)
            self._read = {
                "threads": {number: name for (_, number), name in threads.items()},
                "lost": lost,
                "uncounted": uncounted.value,
                "left_out": left_out,
                "damage": damage,
                "damaged_at": first.value if damage else None
            }
        return self._read

    def _warn(self):
        """Once for a trace."""
        if self.damage and not self._warned:
            self._warned = True
            warnings.warn(f"{self.path}: damaged at offset {self.damaged_at}; places that were "
                          f"stepped over: {self.damage}", DamageWarning, stacklevel=3)

    @property
    def threads(self):
        """{number of a thread: its name}."""
        return self._whole()["threads"]

    @property
    def lost(self):
        """Events that the trace reports as dropped."""
        return self._whole()["lost"]

    @property
    def uncounted(self):
        """Losses whose number of events is unknown."""
        return self._whole()["uncounted"]

    @property
    def left_out(self):
        """Records, parts of them, bytes and buffers that reading left out."""
        return self._whole()["left_out"]

    @property
    def damage(self):
        """Places that break the rules of the format, which reading stepped over."""
        return self._whole()["damage"]

    @property
    def damaged_at(self):
        """The offset of the first of them; None without damage."""
        return self._whole()["damaged_at"]

    def to_arrow(self, table="events"):
        """A table of pyarrow. Warns of damage."""
        import pyarrow
        self._warn()
        return pyarrow.RecordBatchReader.from_stream(self.columns(table)).read_all()

    def to_pandas(self, table="events"):
        """A data frame of pandas, by pyarrow. Names are categories."""
        self._warn()
        return self.to_arrow(table).unify_dictionaries().to_pandas()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def __repr__(self):
        return f"<weir.Trace {self.path} ({self.format})>"


def open(path, **options):
    """Opens a trace. Options: format ("flux", ...: default from its first bytes), settings
    ("key=value,..."), unit of a tick where the trace lacks it ("10ns"), names (files: JSON, YAML,
    ELF), raw (FIFO data without a head). Raises Error."""
    return Trace(path, **options)


def to_parquet(path, folder, tables=TABLES, **options):
    """Writes tables of a trace as folder/TABLE.parquet, by pyarrow, batch by batch. Returns the
    numbers of rows. Warns of damage."""
    import pyarrow
    import pyarrow.parquet
    trace, rows = open(path, **options), {}
    trace._warn()
    Path(folder).mkdir(parents=True, exist_ok=True)
    for table in tables:
        reader = pyarrow.RecordBatchReader.from_stream(trace.columns(table))
        target = Path(folder) / f"{table}.parquet"
        rows[table] = 0
        with pyarrow.parquet.ParquetWriter(target, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
                rows[table] += batch.num_rows
    return rows
