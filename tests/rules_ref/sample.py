"""A small reference that tests load and translate."""

HEAD = "title: A chapter\norder: {order}\nabout: Of rules.\nkeywords: one, two\n"
SHEET = f"---\n{HEAD.format(order=0)}---\nIn short.\n"
CHAPTER = f"""---
{HEAD.format(order=1)}covers: A1, A4-A5
---
## First {{#first}}
covers: A1; sources: RGG, REF>FM-FAQ; sure: several; also: one, the first

See [the second](#second) about `5j 10 Kt`.

## Second {{#second}}
covers: A4-A5; sources: 000; sure: inference

`mahjong`
"""
WORDS = f"""---
part: more
{HEAD.format(order=1)}---
## One {{#word-one}}
rule: second; also: a one; de: Eins, Einser

The **lowest** `mahjong`
number.

[See](#first)
"""
