// The CSRF token of the page. Parts of a page that are cached for all phones (a board, the template of the end of a
// game) contain empty tokens.

export const csrfToken = () => document.querySelector("meta[name=csrf-token]")?.content;

// Put the token into the forms of a part of the page.
export const insertCsrf = (part) => {
  for (const field of part.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = csrfToken();
};
