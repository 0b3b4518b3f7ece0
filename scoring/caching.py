"""ETags, which contain everything that the response of a page depends on."""

import zlib

from scoring.languages import release_in_language
from scoring.models import Game
from scoring.stats.win_probability.cache import get_cached_model
from scoring.stats.win_probability.model import WinProbabilityModel


def cached_win_probability(game: Game) -> WinProbabilityModel | None:
    """The win probability model if it is cached and the group shows it; else None."""
    return get_cached_model(game) if game.shows_win_probability else None


def board_etag(game: Game, model: WinProbabilityModel | None) -> str:
    """The ETag of the board: the game's revision, whether its time is up, the digest of the win
    probability (where they are shown), the release and the language."""
    digest = model.digest if model else ""
    return f'"{game.revision}{"t" * game.is_time_limit_over}-{digest}-{release_in_language()}"'


def page_etag(game: Game, model: WinProbabilityModel | None, csrf_secret: str) -> str:
    """The ETag of the table page, which also contains a checksum of the browser's CSRF
    secret."""
    return f'{board_etag(game, model)[:-1]}-{zlib.crc32(csrf_secret.encode()):x}"'
