// A file that was opened with the installed app is chosen in the form, as if by hand.

window.launchQueue?.setConsumer(async ({ files: [handle] }) => {
  const input = document.querySelector("input[type=file]");
  if (!handle || !input) return;
  const chosen = new DataTransfer();
  chosen.items.add(await handle.getFile());
  input.files = chosen.files;
});
