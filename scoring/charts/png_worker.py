"""The process that renders one PNG. It reads the arguments of resvg as JSON from stdin, and
writes the PNG to stdout."""

import json
import sys

import resvg_py

if __name__ == "__main__":
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(**json.load(sys.stdin)))
