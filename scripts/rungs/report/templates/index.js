// The index of several runs.

const index = await unpacked();

const runs = tableOf("Runs, a page each", ["run", "devices", "date", "commit", "cases", "rows", "warnings",
  "incorrect, failed"],
  index.runs.map((run) => [link(run.file, run.run), run.devices, run.date, run.commit, String(run.cases),
    String(run.rows), String(run.warnings), String(run.broken)]), [4, 5, 6, 7]);
const best = tableOf("The fastest of each ladder, by run", ["ladder", "problem", "caches",
  ...index.runs.map((run) => run.run)], index.best.map(([ladder, problem, cache, times]) =>
  [ladder, problem, cache, ...times]), index.runs.map((_, place) => place + 3));
const differences = index.differences.map((one) => make("li", {}, one.file
  ? [link(one.file, `${one.old} to ${one.new}`), `: ${one.counts}`]
  : `${one.old} to ${one.new} cannot be compared: ${one.why}`));

box("content").append(...[
  index.together ? make("p", {}, link(index.together, "GPUs side by side")) : "",
  runs,
  differences.length ? make("section", {}, make("h2", {}, "From run to run"), make("ul", {}, differences)) : "",
  make("section", {}, make("h2", {}, "Best times"), best, copyButtons(() => textsOf(best.querySelector("table"))))]);
box("search").addEventListener("input", () => {
  for (const row of document.querySelectorAll("tbody tr")) row.hidden = !fits(row.textContent);
});
