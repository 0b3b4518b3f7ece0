// Makes a small square JPEG of the chosen picture, which the form sends. The chosen file itself is not
// sent.

const SIDE = 192; // pixels
const MOST = 12_000; // bytes
const QUALITIES = [0.85, 0.75, 0.6, 0.45, 0.3, 0.15];

const form = document.querySelector("#photo");
const field = form.elements.photo;
const canvas = form.querySelector("canvas");
const said = form.querySelector("[data-unreadable]");

// Draw the middle of the picture, the right way up, with white in place of transparent parts.
const draw = (picture) => {
  const side = Math.min(picture.width, picture.height);
  const context = canvas.getContext("2d");
  canvas.width = canvas.height = SIDE;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
};

const encode = (quality) => new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));

const encodeSmall = async () => {
  for (const quality of QUALITIES) {
    const small = await encode(quality);
    if (small.size <= MOST) return small;
  }
  throw new Error("The picture stays too large.");
};

const put = (small) => {
  const files = new DataTransfer();
  files.items.add(new File([small], "photo.jpg", { type: "image/jpeg" }));
  field.files = files.files;
};

// The file that was chosen last. An earlier one may be ready after it, and is then ignored.
let latest = null;

const makeSmall = async (file) => {
  const picture = await createImageBitmap(file);
  if (file !== latest) return;
  draw(picture);
  const small = await encodeSmall();
  if (file !== latest) return;
  put(small);
  canvas.hidden = false;
};

const choose = async () => {
  const [file] = field.files;
  latest = file;
  canvas.hidden = said.hidden = true;
  form.elements.save.disabled = Boolean(file);
  if (!file) return;
  try {
    await makeSmall(file);
  } catch {
    if (file !== latest) return;
    field.value = "";
    said.hidden = false;
  }
  if (file === latest) form.elements.save.disabled = false;
};

field.addEventListener("change", choose);
// A browser may have kept what was chosen on the page before.
field.value = "";
