// Submits the form of a page that says what the server will do next. Without scripts a person taps its button.

const PAINTED_AFTER = 300; // milliseconds, so that the page is seen first

const form = document.querySelector("form[data-auto-submit]");
if (form) setTimeout(() => form.requestSubmit(form.querySelector("button")), PAINTED_AFTER);
