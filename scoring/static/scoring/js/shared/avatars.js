// Draws avatars as the server does, and reads them from the page. `avatars` maps the name of a player to a list:
// [colour, monogram], or [colour, "", address of the photo].

const draw = ([colour, monogram, photo]) => {
  const disc = document.createElement(photo ? "img" : "i");
  disc.className = `avatar ${colour}`;
  if (photo) return Object.assign(disc, { src: photo, alt: "" });
  disc.dataset.monogram = monogram;
  disc.setAttribute("aria-hidden", "true");
  return disc;
};

// A list with the avatar of this name as an element; empty if there is none.
export const avatarsOf = (avatars, name) => (avatars?.[name] ? [draw(avatars[name])] : []);

// Put the avatar of this name at the start of an element, in place of its present avatar.
export const putAvatar = (element, avatars, name) => {
  element.querySelector(".avatar")?.remove();
  element.prepend(...avatarsOf(avatars, name));
};

// The avatars in these elements, by the names in the elements. `nameOf` returns the name in an element, by default its
// whole text.
export const readAvatars = (elements, nameOf = (element) => element.textContent) =>
  Object.fromEntries(
    [...elements].flatMap((element) => {
      const disc = element.querySelector(".avatar");
      if (!disc) return [];
      const photo = disc.getAttribute("src");
      return [[nameOf(element), [disc.classList[1], ...(photo ? ["", photo] : [disc.dataset.monogram])]]];
    }),
  );
