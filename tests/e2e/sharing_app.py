"""Another app that shares a text with the installed one."""

from playwright.sync_api import Page


def share(page: Page, text: str) -> None:
    """Post the text as the operating system does, without a token."""
    page.evaluate(
        """text => {
            const form = document.createElement("form");
            Object.assign(form, {method: "post", action: "/share-target/"});
            form.enctype = "multipart/form-data";
            const field = document.createElement("textarea");
            Object.assign(field, {name: "text", value: text});
            form.append(field);
            document.body.append(form);
            form.submit();
        }""",
        text,
    )
