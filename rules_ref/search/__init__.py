"""Full-text search in the reference: an index that is built once per process, and the ranking.

The ranking is implemented here and in `js/search/`, so that a search while a person types needs
no network. Both use the same index, and tests check that both rank in the same order.
"""

from rules_ref.search.fields import IndexPayload
from rules_ref.search.indexing import Index, index, index_by_digest, index_digest
from rules_ref.search.ranking import MAX_HITS, SearchResult, search_entries
from rules_ref.search.tokens import MAX_QUERY_LENGTH, WORD_PATTERN, tokenize

__all__ = [
    "MAX_HITS",
    "MAX_QUERY_LENGTH",
    "WORD_PATTERN",
    "Index",
    "IndexPayload",
    "SearchResult",
    "index",
    "index_by_digest",
    "index_digest",
    "search_entries",
    "tokenize",
]
