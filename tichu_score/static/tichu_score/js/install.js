// Offers to install the site as an app if the browser supports that, or says how a person can install it.

const invitation = document.getElementById("install");
const REFUSED = "app-refused";
let prompt;

const invite = (way) => {
  if (localStorage.getItem(REFUSED)) return;
  for (const part of invitation.querySelectorAll("[data-way]")) part.hidden = part.dataset.way !== way;
  invitation.hidden = false;
};

const answer = ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  invitation.hidden = true;
  if (button.value === "no") localStorage.setItem(REFUSED, "yes");
  else prompt.prompt();
};

if (invitation) {
  invitation.addEventListener("click", answer);
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event;
    invite("prompt");
  });
  addEventListener("appinstalled", () => { invitation.hidden = true; });
  // Only Safari on a phone or tablet has this property, and it has no prompt for installing.
  if (navigator.standalone === false) invite("share");
}
