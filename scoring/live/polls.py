"""Answers polls: the requests of pages without a stream."""

import asyncio

from scoring.live import queries
from scoring.live.listeners import Run

BATCH_INTERVAL = 0.002  # seconds in which polls are collected for one trip to the database

PollFuture = asyncio.Future[queries.PollResult | None]


class Polls:
    """Answers the polls that arrive together by one query. The switch to the thread of the
    queries and back takes longer than the query, so they share it. `run` runs a query in that
    thread."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.waiting: list[tuple[queries.PollRequest, PollFuture]] = []
        self.task: asyncio.Task[None] | None = None

    async def answer(self, request: queries.PollRequest) -> queries.PollResult | None:
        """Return the state of the game; None if the device may not see such a game."""
        future: PollFuture = asyncio.get_running_loop().create_future()
        self.waiting.append((request, future))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._answer_all())
        return await future

    async def _answer_all(self) -> None:
        while self.waiting:
            polls, self.waiting = self.waiting, []
            try:
                results = await self.run(queries.poll, [request for request, _ in polls])
            except Exception as error:  # noqa: BLE001 (raised again in `answer`)
                for _, future in polls:
                    if not future.done():
                        future.set_exception(error)
            else:
                for (_, future), result in zip(polls, results, strict=True):
                    if not future.done():
                        future.set_result(result)
            await asyncio.sleep(BATCH_INTERVAL)
