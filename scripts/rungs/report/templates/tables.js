// Tables: made of cells, with buttons that copy them as CSV and as Markdown.

/** A cell's text as a reader sees it, `data-copy` where it has one. */
const copyOf = (cell) => (cell.dataset.copy ?? cell.textContent).replace(/\s+/g, " ").trim();

/** The texts of a table's rows, head first, without rows of details. */
function textsOf(table) {
  return [...table.rows].filter((row) => !row.classList.contains("detail") && !row.hidden)
    .map((row) => [...row.cells].map(copyOf));
}

function asCsv(rows) {
  // A text that a spreadsheet would run as a formula gets an apostrophe before it.
  const cell = (text) => (/^[=+\-@]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text);
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  return rows.map((row) => row.map((text) => quoted(cell(text))).join(",")).join("\n");
}

function asMarkdown([head, ...rows]) {
  const line = (cells) => `| ${cells.map((text) => text.replace(/[\\|`*_<>]/g, "\\$&")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

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

/** Buttons that copy what a function returns as rows of texts. */
function copyButtons(rows) {
  return make("span", { class: "copies" },
    button("Copy as CSV", (event) => copy(asCsv(rows()), event.currentTarget)),
    button("Copy as Markdown", (event) => copy(asMarkdown(rows()), event.currentTarget)));
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
