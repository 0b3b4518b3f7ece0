// The game of a page without a document, in place of the module that starts games without the server.

export const isBlank = () => false;

export const ofPage = () => JSON.parse(document.querySelector("#table").dataset.game);
