// The buttons beside an address: Share, by the share sheet of the device, and Copy.

// Over plain HTTP, browsers have no `navigator.clipboard`, but can copy the selection.
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
    // AbortError: the person has closed the share sheet, and does not want a copy either.
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
