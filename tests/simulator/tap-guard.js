// A page without a document receives no taps, so nothing is guarded.

export const guardTap = () => {};
