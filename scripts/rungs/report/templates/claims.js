// The documents' claims: a cell for each machine and setting, coloured by its verdict.

function cellOf([verdict, short, whole]) {
  const word = page.claims.verdicts[verdict];
  return make("span", { class: `verdict v-${word.replace(/ /g, "-")}`, title: whole, tabindex: 0,
    "aria-label": `${short}, ${whole}` }, short);
}

function sideOf(name) {
  const one = page.cases.find((found) => name.startsWith(`${found.name}/`));
  const variant = one && name.slice(one.name.length + 1);
  return one && one.byName.has(variant) ? make("a", { href: addressOf({ case: one.name, variant }) }, breakable(name))
    : name;
}

function claimRow(line, number) {
  return make("tr", { id: `claim-${number}`,
    "data-search": [line.name, line.statement, line.slower, line.faster,
      ...line.cells.flat().map(([verdict]) => page.claims.verdicts[verdict])].join(" ") },
    make("th", { scope: "row" }, line.name),
    make("td", { class: "statement" }, line.statement, make("br"), make("small", {}, sideOf(line.faster), " against ",
      sideOf(line.slower))),
    make("td", { class: "n" }, line.published),
    line.cells.map((cells) => make("td", { class: "cells", "data-copy": cells.map(([verdict, short]) =>
      `${short} ${page.claims.verdicts[verdict]}`).join("; ") }, cells.map(cellOf))));
}

/** How many cells have each verdict on a GPU. */
function tallyOf(setup) {
  const found = page.claims.lines.flatMap((line) => line.cells[setup].map(([verdict]) => verdict));
  return page.claims.verdicts.map((word, verdict) => [word, found.filter((one) => one === verdict).length])
    .filter(([, count]) => count);
}

/** The section of the claims. */
function claims() {
  const lines = page.claims.lines, section = make("section", { id: "the-claims" },
    make("h2", {}, "What the documents claim"));
  if (!lines.length) {
    section.append(make("p", {}, "The documents claim nothing on these cases."));
    return section;
  }
  const table = make("table", { class: "claims" },
    make("caption", {}, "Time of the slower over the faster, caches emptied: a cell for each measured setting"),
    make("thead", {}, make("tr", {}, ["claim", "what it says", "published", ...page.gpus.map((gpu) => gpu.name)].map(
      (text, place) => make("th", { scope: "col", class: place === 2 ? "n" : undefined }, text)))),
    make("tbody", {}, lines.map(claimRow)));
  section.append(
    make("p", { class: "note" }, "holds: about as much as published; larger, smaller: the same way, by more or less; ",
      "reversed: the other way, \u2193 marks ratios that go there; no difference: within 3 % or the spread; ",
      "differs: the document saw no difference."),
    ...page.gpus.map((gpu, setup) => make("p", { class: "tally" },
      page.gpus.length > 1 ? machine(setup, `${gpu.name}: `) : "", tallyOf(setup).map(([word, count]) =>
        make("span", { class: `verdict v-${word.replace(/ /g, "-")}` }, `${count} ${word}`)))),
    make("div", { class: "tablebox", role: "region", tabindex: 0, "aria-label": "claims" }, table),
    copyButtons(() => textsOf(table)));
  if (page.claims.others.length) {
    section.append(make("p", { class: "note" }, `On cases without rows here: ${page.claims.others.join(", ")}.`));
  }
  return section;
}
