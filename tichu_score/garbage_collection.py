"""Settings of the garbage collector. Most objects that a process loads at its start are never
freed."""

import gc


def raise_gc_thresholds() -> None:
    """Run the collector only after 20,000 new objects instead of 700. Otherwise the collector
    takes a sixth of the time of all imports."""
    gc.set_threshold(20_000, 20, 20)


def freeze_present_objects() -> None:
    """Exclude all present objects from the collector, and run it rarely from now on. A response
    then takes a third less time."""
    gc.collect()
    gc.freeze()
    raise_gc_thresholds()
