// Tables, made of cells; and a text that is copied.

/** Copies a text; where the browser does not let a page from disk do so, an older way. */
async function copy(text, pressed) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "unseen", "aria-hidden": "true" }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    pressed.focus();
  }
  const before = pressed.textContent;
  pressed.textContent = "Copied";
  say(`${before}: copied`);
  setTimeout(() => { pressed.textContent = before; }, 1500);
}

/** The head of a table, whose columns have these classes. */
const headRow = (head, classes = []) => make("thead", {}, make("tr", {}, head.map((text, place) =>
  make("th", { scope: "col", class: classes[place] }, text))));

/** A box in which a wide table scrolls. */
const boxed = (label, table) => make("div", { class: "tablebox", role: "region", tabindex: 0, "aria-label": label },
  table);

/** A table of texts or elements; columns that `numbers` names are set to the right. */
function tableOf(caption, head, rows, numbers = []) {
  const kinds = head.map((_, place) => (numbers.includes(place) ? "n" : undefined));
  return boxed(caption, make("table", {}, make("caption", {}, caption), headRow(head, kinds),
    make("tbody", {}, rows.map(([first, ...cells]) => make("tr", {}, make("th", { scope: "row" }, first),
      cells.map((cell, place) => make("td", { class: kinds[place + 1] }, cell)))))));
}
