// The buttons beside an address: share it by the share sheet of the device, or copy it.

// Outside HTTPS browsers have no clipboard to write to; there they copy what is selected.
const copy = async (address) => {
  try {
    await navigator.clipboard.writeText(address.textContent);
  } catch {
    getSelection().selectAllChildren(address);
    if (!document.execCommand("copy")) return;
  }
  const said = address.parentElement.querySelector("[role=status]");
  said.textContent = said.dataset.copied;
};

const share = async (address) => {
  try {
    await navigator.share({ title: document.title, url: address.textContent });
  } catch (error) {
    // Whoever closes the share sheet does not want a copy either.
    if (error.name !== "AbortError") await copy(address);
  }
};

const actions = { copy, ...("share" in navigator && { share }) };

for (const button of document.querySelectorAll("[data-action]")) {
  const action = actions[button.dataset.action];
  if (!action) continue;
  button.hidden = false;
  button.addEventListener("click", () => action(button.closest(".with-buttons").querySelector(".address")));
}
