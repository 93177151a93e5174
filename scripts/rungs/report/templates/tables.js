// Tables, made of cells.

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
