"""Copies of arrays in other layouts, which a file cannot express and callers pass all the same."""

import itertools

import pyarrow as pa

INDEX_TYPES = itertools.cycle(
    [pa.int32(), pa.uint8(), pa.int64(), pa.uint16(), pa.int8(), pa.uint64(), pa.int16(), pa.uint32()]
)
NULL_ENCODINGS = itertools.cycle(["mask", "encode"])


def validity(array):
    """Returns the validity bits, or None if all values are valid."""
    return None if array.null_count == 0 else array.is_valid().buffers()[1]


def rebuilt(kind, length, bits, buffers, children):
    return pa.Array.from_buffers(kind, length, [bits, *buffers], children=children)


def looked_up(array):
    """Returns the array with each text of 32-bit offsets in its own dictionary, at any depth, by indices of every type."""
    kind = array.type
    if pa.types.is_string(kind):
        encoded = array.dictionary_encode(null_encoding=next(NULL_ENCODINGS))
        index_type = next(INDEX_TYPES) if len(encoded.dictionary) < 127 else pa.int64()
        return pa.DictionaryArray.from_arrays(encoded.indices.cast(index_type), encoded.dictionary)
    if pa.types.is_list(kind):
        values = looked_up(array.values)
        list_type = pa.list_(kind.value_field.with_type(values.type))
        return rebuilt(list_type, len(array), validity(array), [array.buffers()[1]], [values])
    if pa.types.is_struct(kind):
        fields = [looked_up(array.field(i)) for i in range(kind.num_fields)]
        types = [kind.field(i).with_type(field.type) for i, field in enumerate(fields)]
        return rebuilt(pa.struct(types), len(array), validity(array), [], fields)
    return array


def behind_another(array):
    """Returns the array with a value before the first one, at any depth: all inner arrays begin in the middle of their buffers."""
    kind = array.type
    if pa.types.is_dictionary(kind):
        return pa.DictionaryArray.from_arrays(behind_another(array.indices), array.dictionary)
    if not pa.types.is_nested(kind):
        return pa.concat_arrays([pa.nulls(1, kind), array])
    bits = None
    if array.null_count > 0:
        bits = pa.concat_arrays([pa.array([False]), array.is_valid()]).buffers()[1]
    if pa.types.is_list(kind):
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), array.offsets]).buffers()[1]
        return rebuilt(kind, len(array) + 1, bits, [offsets], [behind_another(array.values).slice(1)])
    return rebuilt(kind, len(array) + 1, bits, [], [behind_another(array.field(i)) for i in range(kind.num_fields)])


def in_the_middle(array):
    """Returns the array as a slice, and so are its children."""
    return behind_another(array).slice(1)
