// The documents' claims: a cell for each machine and setting, coloured by its verdict.

const verdictOf = (word, text, given = {}) => make("span", { class: `verdict v-${word.replace(/ /g, "-")}`, ...given },
  text);

const cellOf = ([verdict, short, whole]) => verdictOf(page.claims.verdicts[verdict], short, { title: whole, tabindex: 0,
  "aria-label": `${short}, ${whole}` });

/** A side of a claim, 'case/variant', with a link where the page has it. */
function sideOf(name) {
  const one = page.cases.find((other) => name.startsWith(`${other.name}/`));
  const variant = one && name.slice(one.name.length + 1);
  return one && one.byName.has(variant) ? link(hrefOf(one, variant), breakable(name)) : name;
}

function claimRow(line, number) {
  const words = line.cells.map((cells) => cells.map(([verdict]) => page.claims.verdicts[verdict]));
  return make("tr", { class: `claim-${number}`,
    "data-search": [line.name, line.statement, ...line.sides, ...words.flat()].join(" ") },
    make("th", { scope: "row" }, line.name),
    make("td", { class: "statement" }, line.statement, make("br"), make("small", {}, sideOf(line.sides[0]),
      line.sides.length > 1 ? [" against ", sideOf(line.sides[1])] : "")),
    make("td", { class: "n" }, line.published),
    line.cells.map((cells, setup) => make("td", { class: "cells", "data-copy": cells.map(([, short], place) =>
      `${short} ${words[setup][place]}`).join("; ") }, cells.map(cellOf))));
}

/** How many cells have each verdict on a GPU. */
function tallyOf(gpu, setup) {
  const verdicts = page.claims.lines.flatMap((line) => line.cells[setup].map(([verdict]) => verdict));
  return make("p", { class: "tally" }, page.gpus.length > 1 ? machine(setup, `${gpu.name}: `) : "",
    page.claims.verdicts.map((word, verdict) => [word, verdicts.filter((one) => one === verdict).length])
      .filter(([, count]) => count).map(([word, count]) => verdictOf(word, `${count} ${word}`)));
}

/** A table of some of the claims, by their numbers. */
function claimsTable(numbers) {
  const table = make("table", { class: "claims" },
    make("caption", {}, "Time of the slower over the faster, caches emptied: a cell for each measured setting"),
    headRow(["claim", "what it says", "published", ...page.gpus.map((gpu) => gpu.name)], [, , "n"]),
    make("tbody", {}, numbers.map((number) => claimRow(page.claims.lines[number], number))));
  return [boxed("claims", table), copyButtons(() => textsOf(table)),
    note("holds: about as much as published; larger, smaller: the same way, by more or less; ",
      "reversed: the other way, \u2193 marks ratios that go there; no difference: within 3 % or the spread; ",
      "differs: the document saw no difference.")];
}

/** What the documents claim of a case, beside its ladders; '' where they claim nothing. */
function claimsOf(one) {
  const mine = page.claims.lines.map((line, number) => number).filter((number) =>
    page.claims.lines[number].sides.some((name) => name.startsWith(`${one.name}/`)));
  return mine.length ? make("section", { class: "claimed" }, make("h2", {}, "What the documents claim"),
    claimsTable(mine)) : "";
}

/** All claims, with how many cells have each verdict. */
const claims = () => [page.gpus.map(tallyOf), claimsTable(page.claims.lines.map((line, number) => number)),
  page.claims.others.length ? note(`On cases without rows here: ${page.claims.others.join(", ")}.`) : ""];
