// Sends the form of a page that shows progress and then continues; without scripts a person taps the button.

const PAINTED_AFTER = 300; // milliseconds

const form = document.querySelector("form[data-auto-submit]");
if (form) setTimeout(() => form.requestSubmit(form.querySelector("button")), PAINTED_AFTER);
