// Makes of a chosen picture a small square JPEG, which is what the form sends: nothing of the file itself
// leaves the phone.

const SIDE = 192; // pixels
const MOST = 12_000; // bytes
const QUALITIES = [0.85, 0.75, 0.6, 0.45, 0.3, 0.15];

const form = document.querySelector("#photo");
const field = form.elements.photo;
const canvas = form.querySelector("canvas");
const said = form.querySelector("[data-unreadable]");

// The middle of the picture, the right way up, on white where it is transparent.
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

const makeSmall = async (file) => {
  draw(await createImageBitmap(file));
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

const choose = async () => {
  const [file] = field.files;
  canvas.hidden = said.hidden = true;
  if (!file) return;
  form.elements.save.disabled = true;
  try {
    put(await makeSmall(file));
    canvas.hidden = false;
  } catch {
    field.value = "";
    said.hidden = false;
  }
  form.elements.save.disabled = false;
};

field.addEventListener("change", choose);
// A browser may have kept what was chosen on the page before.
field.value = "";
