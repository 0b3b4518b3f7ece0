// Avatars as the server draws them, of what the page has of them: by name a colour and a monogram
// each, and the address of a photo where there is one.

const draw = ([colour, monogram, photo]) => {
  const disc = document.createElement(photo ? "img" : "i");
  disc.className = `avatar ${colour}`;
  if (photo) return Object.assign(disc, { src: photo, alt: "" });
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
      if (!disc) return [];
      const photo = disc.getAttribute("src");
      return [[nameOf(element), [disc.classList[1], ...(photo ? ["", photo] : [disc.dataset.monogram])]]];
    }),
  );
