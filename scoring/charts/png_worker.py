"""The process that renders one PNG: arguments of resvg as JSON on stdin, the PNG on stdout."""

import json
import sys

import resvg_py

if __name__ == "__main__":
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(**json.load(sys.stdin)))
