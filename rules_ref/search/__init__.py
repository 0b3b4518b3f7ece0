"""Search over the whole reference: an index made once, and how it is asked.

The ranking is written twice, here and in `search.js`, so that nothing goes over the network
while somebody types. Both read the same index, and the tests hold them to the same order.
"""

from rules_ref.search.indexing import Index, Shipped, index
from rules_ref.search.ranking import Found, Hit, find
from rules_ref.search.words import WORD, words

__all__ = ["WORD", "Found", "Hit", "Index", "Shipped", "find", "index", "words"]
