"""Full-text search over the reference: an index built once per process, and the ranking.

The ranking is implemented here and in `js/search/`, so that searching while typing needs no
network. Both use the same index, and tests hold them to the same order.
"""

from rules_ref.search.fields import IndexPayload
from rules_ref.search.indexing import Index, index, index_by_digest, index_digest
from rules_ref.search.ranking import MAX_HITS, Hit, SearchResult, search_entries
from rules_ref.search.tokens import MAX_QUERY_LENGTH, WORD_PATTERN, tokenize

__all__ = [
    "MAX_HITS",
    "MAX_QUERY_LENGTH",
    "WORD_PATTERN",
    "Hit",
    "Index",
    "IndexPayload",
    "SearchResult",
    "index",
    "index_by_digest",
    "index_digest",
    "search_entries",
    "tokenize",
]
