"""Compression of responses. Static files are compressed when they are collected."""

from functools import lru_cache
from secrets import randbelow, token_urlsafe

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from scoring.content_encoding import BROTLI, ENCODINGS, GZIP, resolve_encoding

# A table page of 17 kB, in English and in Greek: 3,658 and 3,947 bytes in 0.26 and 0.37 ms.
# gzip makes 4,160 and 4,620 in 0.17 ms; quality 5 makes 3,676 and 4,020 in 0.25 and 0.28 ms;
# 8 is no smaller than 7. 9 takes 8 ms, and 11, which is a tenth smaller, 90 ms.
QUALITY = 7
# Responses that browsers may cache permanently are compressed once per process, at the highest
# level: the search index of 165 kB to 61 kB instead of 66.
BEST_QUALITY = 11
BEST_PER_LANGUAGE = 2  # the search index, and the messages for unsent changes
# The same minimum as in Django.
LEAST_BYTES = 200


class CompressionMiddleware(GZipMiddleware):
    """Compresses with Brotli if the browser accepts it. Otherwise, and for streamed responses,
    it compresses with gzip like Django.

    Against BREACH, which infers a secret from the lengths of many compressed responses, gzip
    output contains up to 100 random bytes. With Brotli, they are in a header. Responses that
    any cache may store contain no secret, so they get no such header.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        offered = (GZIP,) if response.streaming else ENCODINGS
        encoding = resolve_encoding(request.headers.get("Accept-Encoding", ""), offered)
        if encoding == GZIP:
            return super().process_response(request, response)
        if response.has_header("Content-Encoding") or is_short(response):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if isinstance(response, HttpResponse) and encoding == BROTLI:
            compress(response, self.max_random_bytes)
        return response


def is_short(response: HttpResponseBase) -> bool:
    return isinstance(response, HttpResponse) and len(response.content) < LEAST_BYTES


def compress(response: HttpResponse, most_padding: int) -> None:
    """Compress the content with Brotli, unless that makes it no shorter, and pad the headers by
    up to `most_padding` bytes. The ETag becomes weak, because a strong ETag means that the
    bytes are equal (RFC 9110, section 8.8.1)."""
    is_kept = {"public", "immutable"} <= set(response.get("Cache-Control", "").split(", "))
    short = compress_best(response.content) if is_kept else compress_fast(response.content)
    if len(short) >= len(response.content):
        return
    response.content = short
    response["Content-Length"] = str(len(short))
    response["Content-Encoding"] = BROTLI
    tag = response.get("ETag", "")
    if tag.startswith('"'):
        response["ETag"] = f"W/{tag}"
    if "public" not in response.get("Cache-Control", ""):
        response["Padding"] = token_urlsafe(most_padding)[: randbelow(most_padding + 1)]


def compress_fast(content: bytes) -> bytes:
    return bytes(brotli.compress(content, quality=QUALITY))


@lru_cache(maxsize=BEST_PER_LANGUAGE * len(settings.LANGUAGES))
def compress_best(content: bytes) -> bytes:
    return bytes(brotli.compress(content, quality=BEST_QUALITY))
