"""Text is cut only between characters as people see them."""

import pytest

from scoring.grapheme_clusters import grapheme_clusters


@pytest.mark.parametrize(
    "cluster",
    [
        "A",
        "e\u0301",  # with a combining mark
        "\r\n",
        "각",
        "\u1100\u1161\u11a8",  # the same syllable in three letters
        "क्ष",  # two consonants that form one sign
        "क\u094d\u200dष",
        "กำ",
        "👍🏽",
        "❤️",
        "1️⃣",
        "👨\u200d👩\u200d👧\u200d👦",
        "🏳️\u200d🌈",
        "🇬🇷",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_cluster_stays_whole_between_others(cluster: str) -> None:
    assert grapheme_clusters(f"a{cluster}b") == ["a", cluster, "b"]


@pytest.mark.parametrize(
    ("text", "clusters"),
    [
        ("", []),
        ("Ada", ["A", "d", "a"]),
        ("Άννα", ["Ά", "ν", "ν", "α"]),
        ("김민수", ["김", "민", "수"]),
        ("🦊🐢", ["🦊", "🐢"]),
        ("🇬🇷🇩🇪🇫", ["🇬🇷", "🇩🇪", "🇫"]),
        ("\n\u0301", ["\n", "\u0301"]),
        ("a\u200db", ["a\u200d", "b"]),
    ],
)
def test_text_is_cut_between_clusters(text: str, clusters: list[str]) -> None:
    assert grapheme_clusters(text) == clusters
