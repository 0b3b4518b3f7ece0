// Divides long work into slices. Between two slices the page handles taps and keys.

// The last item of a slice is finished even if that exceeds the time. On a slow phone it may take this time again.
const SLICE_MS = 8;

const pause = () => new Promise((resolve) => { setTimeout(resolve); });

// Calls `work` with each item and its place.
export const inSlices = async (items, work) => {
  let end = performance.now() + SLICE_MS;
  for (const [place, item] of items.entries()) {
    work(item, place);
    if (performance.now() >= end) {
      await pause();
      end = performance.now() + SLICE_MS;
    }
  }
};
