// Nobody taps on a page without a document.

export const guardTap = () => {};
