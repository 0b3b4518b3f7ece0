// Hands an address on as the phone hands things on, or copies it.

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
    // Who closes the phone's list of ways has shared enough.
    if (error.name !== "AbortError") await copy(address);
  }
};

const ways = { copy, ...("share" in navigator && { share }) };

for (const button of document.querySelectorAll("[data-way]")) {
  const way = ways[button.dataset.way];
  if (!way) continue;
  button.hidden = false;
  button.addEventListener("click", () => way(button.closest(".handed-on").querySelector(".address")));
}
