"""Draws one picture: what resvg is to draw comes in as JSON, and goes out as a PNG."""

import json
import sys

import resvg_py

if __name__ == "__main__":
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(**json.load(sys.stdin)))
