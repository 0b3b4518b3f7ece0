// Hands a picture on as the phone hands things on. Where it cannot, the link saves the picture.

const PNG = { type: "image/png" };
const able = () => Boolean(navigator.canShare?.({ files: [new File([], "tichu.png", PNG)] }));

const share = async (link) => {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(answer.status);
  const file = new File([await answer.blob()], link.download, PNG);
  await navigator.share({ files: [file] });
};

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || !able()) return;
  event.preventDefault();
  try {
    await share(link);
  } catch (error) {
    // Who closes the phone's list of ways has shared enough.
    if (error.name !== "AbortError") location.assign(link.href);
  }
});
