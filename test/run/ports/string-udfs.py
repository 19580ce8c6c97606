"""Writes string-udfs.json: results of Python's string methods, which those of cuDF's user-defined functions follow."""

import itertools
import json
import pathlib

texts = [
    "", " ", "a", "A", "abc", "ABC", "Abc def", "  padded\t\n", "xxabcxx", "ababab", "aaa", "12345", "12a", "１２", "٣٤",
    "x²", "²", "Straße", "ΟΔΥΣΣΕΥΣ", "éclair", "Éclair", "naïve café", "привет", "ПРИВЕТ", "a.b-c_d", "@user", "\t \n",
    "😀 ab 😀", "ab😀cd😀", "$&$1", "the quick brown fox", "THE END 2", "0", "a" * 40,
]
parts = ["", "a", "ab", " ", "É", "😀", "12", "-._", "zz"]


def row(s: str, t: str) -> dict:
    return {
        "len": len(s), "count": s.count(t), "find": s.find(t), "rfind": s.rfind(t),
        "startswith": s.startswith(t), "endswith": s.endswith(t),
        "isalnum": s.isalnum(), "isalpha": s.isalpha(), "isdecimal": s.isdecimal(), "isdigit": s.isdigit(),
        "islower": s.islower(), "isspace": s.isspace(), "isupper": s.isupper(),
        "strip": s.strip(), "lstrip": s.lstrip(), "rstrip": s.rstrip(),
        "strip_of": s.strip(t), "lstrip_of": s.lstrip(t), "rstrip_of": s.rstrip(t),
        "upper": s.upper(), "lower": s.lower(), "replace": s.replace(t, "<$&>"), "contains": t in s, "add": s + t,
        "eq": s == t, "ne": s != t, "lt": s < t, "le": s <= t, "gt": s > t, "ge": s >= t,
    }


def differs(s: str, t: str) -> bool:
    """An empty pattern matches between code points in Python, and between units in JavaScript; the order of strings differs likewise."""
    has_pairs = any(ord(character) > 0xFFFF for character in s + t)
    return has_pairs and (t == "" or any(0xE000 <= ord(character) <= 0xFFFF for character in s + t))


pairs = [(s, t) for s, t in itertools.product(texts, parts) if not differs(s, t)]
rows = [row(s, t) for s, t in pairs]
columns = {"s": [s for s, _ in pairs], "t": [t for _, t in pairs]}
data = {"input": columns, "output": {name: [one[name] for one in rows] for name in rows[0]}}
path = pathlib.Path(__file__).with_suffix(".json")
lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(values, ensure_ascii=False)}" for name, values in data["output"].items())
inputs = ",\n".join(f"    {json.dumps(name)}: {json.dumps(values, ensure_ascii=False)}" for name, values in columns.items())
path.write_text(f'{{\n  "input": {{\n{inputs}\n  }},\n  "output": {{\n{lines}\n  }}\n}}\n', encoding="utf-8")
