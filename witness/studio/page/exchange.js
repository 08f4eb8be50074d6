// Panels that come and go as texts and files: copy and paste, open, download.

const isWritten = (target) => Boolean(target.closest?.("input, textarea"));

function listenToExchange(page) {
  const line = () => JSON.stringify(lineOf(page.board.puzzle));
  document.addEventListener("paste", (event) => {
    if (isWritten(event.target)) return;
    event.preventDefault();
    page.read(event.clipboardData.getData("text/plain"));
  });
  document.addEventListener("copy", (event) => {
    if (isWritten(event.target) || String(getSelection())) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", line());
    page.say("The panel is copied.");
  });
  find("copy").addEventListener("click", () => copyText(page, line(), "The panel is copied."));
  find("copy-link").addEventListener("click", () =>
    copyText(page, location.href, `The link is copied: ${whoOpens()}.`),
  );
  const forOthers = { "copy-windmill": windmillLink, "copy-site": siteText };
  for (const [id, write] of Object.entries(forOthers))
    find(id).addEventListener("click", () => {
      try {
        copyText(page, write(page.board.puzzle), "It is copied, for that editor.");
      } catch (error) {
        page.say(`${capital(error.message)}.`);
      }
    });
  find("read").addEventListener("click", () => page.read(find("text").value));
  find("open").addEventListener("change", async () => {
    const texts = await Promise.all([...find("open").files].map((file) => file.text()));
    find("open").value = "";
    page.read(texts.join("\n"));
  });
  const name = () => page.board.puzzle.id.replace(/[^\p{L}\p{N}.-]+/gu, "-");
  find("save-json").addEventListener("click", () =>
    save(`${name()}.jsonl`, new Blob([`${line()}\n`], { type: "application/json" })),
  );
  find("save-svg").addEventListener("click", () =>
    save(`${name()}.svg`, new Blob([drawingText(page)], { type: "image/svg+xml" })),
  );
  find("save-png").addEventListener("click", async () => save(`${name()}.png`, await image(page)));
}

// Who sees the panel with a link of this page.
const whoOpens = () =>
  location.protocol === "https:"
    ? "whoever opens it sees the panel"
    : "it works on this machine only; others can open a copy for the Windmill or witnesspuzzles.com";

// Copy a text; where the browser does not let a page do that, it stands selected in the text field.
async function copyText(page, text, words) {
  find("text").value = text;
  try {
    await navigator.clipboard.writeText(text);
    page.say(words);
  } catch {
    find("text").select();
    page.say("The text is below, to be copied.");
  }
}

function save(name, blob) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

// The panel with its path as an SVG file that needs nothing else.
function drawingText({ board, trail, answers }) {
  const [width, height] = panelSize(board);
  const drawing = svgElement(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, class: "panel" },
    svgElement("style", {}, DATA.drawing),
    ...panelParts(board, { trail, solution: answers.trail }),
  );
  return new XMLSerializer().serializeToString(drawing);
}

// The same as PNG, twice as large.
async function image(page) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(drawingText(page))}`;
  await picture.decode();
  const canvas = element("canvas", { width: 2 * picture.width, height: 2 * picture.height });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
