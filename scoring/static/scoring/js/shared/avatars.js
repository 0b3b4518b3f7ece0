// Avatars as the server draws them, of what the page has of them: by name a colour and a monogram each.

const draw = ([colour, monogram]) => {
  const disc = document.createElement("i");
  disc.className = `avatar ${colour}`;
  disc.dataset.monogram = monogram;
  disc.setAttribute("aria-hidden", "true");
  return disc;
};

// The avatar of this name, in a list that is empty where there is none.
export const avatarsOf = (avatars, name) => (avatars?.[name] ? [draw(avatars[name])] : []);

// Put the avatar of this name before what is in an element, in place of another one's.
export const putAvatar = (element, avatars, name) => {
  element.querySelector(".avatar")?.remove();
  element.prepend(...avatarsOf(avatars, name));
};

// The avatars that stand in these elements, by the names there: the whole text, or as `nameOf` says.
export const readAvatars = (elements, nameOf = (element) => element.textContent) =>
  Object.fromEntries(
    [...elements].flatMap((element) => {
      const disc = element.querySelector(".avatar");
      return disc ? [[nameOf(element), [disc.classList[1], disc.dataset.monogram]]] : [];
    }),
  );
