"""Writes small SCIP indexes: protobuf messages, a field at a time."""

from collections.abc import Iterable, Sequence


def index(*documents: bytes) -> bytes:
    tool = _field(2, _field(1, b"scip-x") + _number_field(9, 1))
    return _field(1, tool) + b"".join(_field(2, each) for each in documents)


def document(path: str, occurrences: Iterable[bytes], encoding: int = 0) -> bytes:
    body = _field(4, b"python") + _field(1, path.encode())
    body += b"".join(_field(2, each) for each in occurrences)
    return body + (_number_field(6, encoding) if encoding else b"")


def occurrence(span: Sequence[int], symbol: str, roles: int = 0) -> bytes:
    body = _field(1, b"".join(map(_number, span))) + _field(2, symbol.encode())
    return body + (_number_field(3, roles) if roles else b"") + _number_field(5, 4)


def _field(number: int, data: bytes) -> bytes:
    return _number(number << 3 | 2) + _number(len(data)) + data


def _number_field(number: int, value: int) -> bytes:
    return _number(number << 3) + _number(value)


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
