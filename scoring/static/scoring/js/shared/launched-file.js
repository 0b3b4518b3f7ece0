// Chooses a file that was opened with the installed app in the form of the page, as a person would.

window.launchQueue?.setConsumer(async ({ files: [handle] }) => {
  const input = document.querySelector("input[type=file]");
  if (!handle || !input) return;
  const chosen = new DataTransfer();
  chosen.items.add(await handle.getFile());
  input.files = chosen.files;
});
