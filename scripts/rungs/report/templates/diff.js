// Two runs, row by row: what changed first.

const difference = await unpacked();
let everything = false;

/** The rows that changed or of which something is to be said, or all, that hold every word of the search. */
function fill() {
  const rows = difference.rows.filter((row) => (everything || row[7] < difference.same || row[8])
    && fits(row.join(" ")));
  const head = ["case", "variant", "problem", "caches", difference.old, difference.new, "change", "verdict", "why"];
  const texts = rows.map((row) => [...row.slice(0, 7), difference.verdicts[row[7]], row[8]]);
  box("rows").replaceChildren(
    rows.length ? tableOf(`${rows.length} of ${difference.rows.length} rows`, head, texts.map((row) =>
      [...row.slice(0, 6), row[6] ? gainOf(row[6]) : "", make("span",
        { class: `verdict d-${row[7].replace(/ /g, "-")}` }, row[7]), row[8]]), [4, 5])
      : make("p", {}, everything ? "No row holds these words." : "No row changed."),
    copyButtons(() => [head, ...texts]));
  box("which").replaceChildren(choice("rows", [[false, "what changed"], [true, "all rows"]], everything, (value) => {
    everything = value;
    fill();
  }));
}

box("content").replaceChildren(
  make("p", {}, link("index.html", "all runs"), ` \u00b7 ${difference.counts}`),
  ...difference.notes.map((text) => note(text)),
  ...difference.alone.map(([name, rows]) => folded(`${rows.length} rows of ${name} alone`,
    make("ul", {}, rows.map((row) => make("li", {}, row))))),
  make("div", { id: "which" }), make("div", { id: "rows" }));
box("search").addEventListener("input", fill);
fill();
