"""Full-text search over the reference: an index built once per process, and the ranking.

The ranking is implemented here and in `search.js`, so that searching while typing needs no
network. Both use the same index, and tests hold them to the same order.
"""

from rules_ref.search.indexing import Index, IndexPayload, index, index_by_digest
from rules_ref.search.ranking import Hit, SearchResult, search_entries
from rules_ref.search.tokens import WORD_PATTERN, tokenize

__all__ = [
    "WORD_PATTERN",
    "Hit",
    "Index",
    "IndexPayload",
    "SearchResult",
    "index",
    "index_by_digest",
    "search_entries",
    "tokenize",
]
