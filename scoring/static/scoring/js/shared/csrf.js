// The CSRF token of the page. A board, and what is shown of unsent changes, are the same for every phone: they come
// without one.

export const csrfToken = () => document.querySelector("meta[name=csrf-token]")?.content;

export const insertCsrf = (part) => {
  for (const field of part.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = csrfToken();
};
