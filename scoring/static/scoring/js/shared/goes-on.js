// Sends the form of a page that goes on by itself; without scripts a person taps the button.

const SEEN_AFTER = 300; // milliseconds until the page is painted

const form = document.querySelector("form[data-goes-on]");
if (form) setTimeout(() => form.requestSubmit(form.querySelector("button")), SEEN_AFTER);
