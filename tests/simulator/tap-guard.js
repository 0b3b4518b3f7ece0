// A page without a document is not tapped.

export const guardTap = () => {};
