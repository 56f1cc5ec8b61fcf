"""The journal's text: canonical encoding of the core's values, the chained check, and the fold. Pure."""

from decidable.journal.chain import Entry, fold
from decidable.journal.decode import decode_definition, decode_occurrence, decode_record, decode_snapshot
from decidable.journal.encode import encode_definition, encode_occurrence, encode_record, encode_snapshot, kind_of
from decidable.journal.shape import FormatError

__all__ = [
    "Entry",
    "FormatError",
    "decode_definition",
    "decode_occurrence",
    "decode_record",
    "decode_snapshot",
    "encode_definition",
    "encode_occurrence",
    "encode_record",
    "encode_snapshot",
    "fold",
    "kind_of",
]
