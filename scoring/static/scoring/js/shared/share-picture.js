// Shares a picture by the share sheet of the device. If that takes no files, the link downloads the picture.

const PNG = { type: "image/png" };
const canShareFiles = () => Boolean(navigator.canShare?.({ files: [new File([], "tichu.png", PNG)] }));

const share = async (link) => {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(answer.status);
  const file = new File([await answer.blob()], link.download, PNG);
  await navigator.share({ files: [file] });
};

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || !canShareFiles()) return;
  event.preventDefault();
  try {
    await share(link);
  } catch (error) {
    // AbortError: the person has closed the share sheet, and does not want the file either.
    if (error.name !== "AbortError") location.assign(link.href);
  }
});
