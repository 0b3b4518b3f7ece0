"""The rules reference on a phone that has WebKit."""

from collections.abc import Callable

from tests.webkit.phone import WebKitPhone


def test_search_answers_while_one_types(new_phone: Callable[[], WebKitPhone]) -> None:
    phone = new_phone()
    phone.open("/rules/")
    phone.type("[type='search']", "bomb the dog")
    phone.wait_until(
        lambda: any("Dog" in text for text in phone.texts("#hits a")), "a hit about the Dog"
    )
