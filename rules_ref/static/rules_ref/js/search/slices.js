// Long work in slices, between which the page handles taps and keys.

// The last item of a slice is finished even if that takes longer: on a slow phone, as long again.
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
