"""The compression of responses, by the encodings that a client accepts."""

import gzip
from random import Random

import brotli
import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import Client

from scoring.content_encoding import resolve_encoding
from tichu_score.compression import CompressionMiddleware

PAGE = b"<p>A round, a trick, a hand.</p>\n" * 100


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("deflate", "identity"),
        ("", "identity"),
        ("BR", "br"),
        ("br;q=0.5,gzip;q=0.8", "gzip"),
        ("br ; q=0.8, gzip; q=0.5", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0, gzip;q=0", "identity"),
        ("br;q=0.001", "br"),
        ("*", "br"),
        ("*, br;q=0", "gzip"),
        ("gzip, *;q=0", "gzip"),
        ("identity, br;q=0.5", "identity"),
        ("identity;q=0", "identity"),
        ("br;q=1.5, br;level=3, gzip;q=x", "identity"),
        ("brotli, xgzip", "identity"),
    ],
)
def test_encoding_is_the_best_that_is_accepted(accepted: str, encoding: str) -> None:
    assert resolve_encoding(accepted) == encoding


def answer(response: HttpResponseBase, accepted: str = "gzip, deflate, br") -> HttpResponseBase:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = accepted
    return CompressionMiddleware(lambda _: response)(request)  # type: ignore[return-value]


def test_page_is_compressed_by_brotli() -> None:
    response = answer(HttpResponse(PAGE))
    assert isinstance(response, HttpResponse)
    assert response["Content-Encoding"] == "br"
    assert response["Content-Length"] == str(len(response.content))
    assert response["Vary"] == "Accept-Encoding"
    assert brotli.decompress(response.content) == PAGE


def test_browser_without_brotli_gets_gzip() -> None:
    response = answer(HttpResponse(PAGE), "gzip, br;q=0")
    assert isinstance(response, HttpResponse)
    assert response["Content-Encoding"] == "gzip"
    assert gzip.decompress(response.content) == PAGE


@pytest.mark.parametrize("accepted", ["", "gzip;q=0", "deflate"])
def test_browser_with_neither_gets_the_page_as_it_is(accepted: str) -> None:
    response = answer(HttpResponse(PAGE), accepted)
    assert isinstance(response, HttpResponse)
    assert (response.content, response["Vary"]) == (PAGE, "Accept-Encoding")
    assert "Content-Encoding" not in response


@pytest.mark.parametrize(
    "content", [b"short", Random(1).randbytes(256)], ids=["short", "no-gain"]
)
def test_what_would_not_be_smaller_stays_as_it_is(content: bytes) -> None:
    response = answer(HttpResponse(content))
    assert isinstance(response, HttpResponse)
    assert response.content == content
    assert not {"Content-Encoding", "Padding"} & response.headers.keys()


def test_what_is_encoded_already_stays_as_it_is() -> None:
    response = answer(HttpResponse(PAGE, headers={"Content-Encoding": "zstd"}))
    assert isinstance(response, HttpResponse)
    assert (response.content, response["Content-Encoding"]) == (PAGE, "zstd")


@pytest.mark.parametrize("tag", ['"1"', 'W/"1"'])
def test_etag_becomes_a_weak_one(tag: str) -> None:
    assert answer(HttpResponse(PAGE, headers={"ETag": tag}))["ETag"] == 'W/"1"'


def test_stream_goes_by_gzip() -> None:
    response = answer(StreamingHttpResponse([PAGE, PAGE]))
    assert isinstance(response, StreamingHttpResponse)
    assert response["Content-Encoding"] == "gzip"
    assert gzip.decompress(b"".join(response)) == PAGE * 2


def test_stream_stays_as_it_is_where_gzip_is_refused() -> None:
    response = answer(StreamingHttpResponse([PAGE]), "br, gzip;q=0")
    assert isinstance(response, StreamingHttpResponse)
    assert b"".join(response) == PAGE


def test_length_of_a_page_with_secrets_is_disguised() -> None:
    lengths = {len(answer(HttpResponse(PAGE))["Padding"]) for _ in range(300)}
    assert min(lengths) >= 0
    assert max(lengths) <= 100
    assert len(lengths) > 50


def test_page_for_any_cache_is_not_padded() -> None:
    response = answer(HttpResponse(PAGE, headers={"Cache-Control": "public, no-cache"}))
    assert response["Content-Encoding"] == "br"
    assert "Padding" not in response


@pytest.mark.django_db
def test_site_answers_with_brotli(client: Client) -> None:
    response = client.get("/rules/", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert response["Content-Encoding"] == "br"
    assert "<!doctype html>" in brotli.decompress(response.content).decode().lower()


def test_what_is_kept_for_ever_is_compressed_as_small_as_it_gets() -> None:
    content = bytes(Random(5).choices(b"abcdefgh ", k=20_000))
    kept = HttpResponse(content, headers={"Cache-Control": "public, max-age=9, immutable"})
    sizes = [len(brotli.compress(content, quality=quality)) for quality in (7, 11)]
    answers = [answer(each) for each in (HttpResponse(content), kept)]
    assert [int(each["Content-Length"]) for each in answers] == sizes
