// The end of the page: advice against reality, what ran on what, what to be careful with, how it was measured.

/** All steps with advice on a GPU, as a table; '' without any. */
function adviceTable(gpu, setup) {
  const steps = page.cases.flatMap((one) => one.rows.filter(([number, , , , part]) => number === setup && part.advised)
    .map(([, name, problem, , part]) => [one, name, problem, part.advised]));
  if (!steps.length) return "";
  const head = ["step", "problem", "bound before", "advice", "estimate", "the step", "about what bound it"];
  const texts = steps.map(([one, name, problem, advised]) => [
    `${one.title}: ${shortName(one, one.byName.get(name).improves)} to ${shortName(one, name)}`,
    one.problems[problem][1], advised.before, advised.rule, advised.estimate, advised.saved,
    advised.gained ? (advised.right ? "yes" : "no") : ""]);
  const rows = texts.map(([step, ...others], place) => [link(hrefOf(...steps[place]), step), ...others]);
  const gained = steps.filter(([, , , advised]) => advised.gained), right = gained.filter(([, , , one]) => one.right);
  return [make("p", {}, page.gpus.length > 1 ? machine(setup, `${gpu.name}: `) : "",
    `of ${gained.length} steps that saved 5 % or more, ${right.length} had advice about what bound the variant.`),
  tableOf("Nsight Compute's largest estimate for each variant, and what its next step saved", head, rows),
  copyButtons(() => [head, ...texts])];
}

/** The section of advice, '' without any. */
function advice() {
  const made = page.gpus.map(adviceTable).filter(Boolean);
  return made.length ? section("the-advice", "Advice against reality", made) : "";
}

function warningOf(warning) {
  const title = `${warning.place}: ${warning.title}. `;
  const head = [make("b", { class: warning.grave ? "grave" : "" }, title), warning.why];
  return make("li", {}, warning.entries.length ? folded(head, make("ul", {}, warning.entries.map((entry) =>
    make("li", {}, entry.href ? link(entry.href, entry.name) : entry.name, `, ${entry.text}`)))) : head);
}

/** One line that says how many warnings there are, and opens them. */
function warnings() {
  const count = page.warnings.length, grave = page.warnings.filter((warning) => warning.grave).length;
  if (!count) return make("p", {}, "No warnings: no noise, no failed row, a clean tree, counters for all.");
  return make("details", { id: "the-warnings", class: "warnings" }, make("summary", {}, `${count} warnings`,
    grave ? make("b", { class: "grave" }, `, ${grave} grave`) : "", "; rows that they are about carry a badge"),
    make("ul", {}, page.warnings.map(warningOf)));
}

const HOW = [
  "Every variant is checked against a CPU reference before it is timed and again after, on the same buffers.",
  "A GPU time is that between two CUDA events, with the work queued so that launch latency is not in it. A time is the "
    + "median of the samples; the spread is their interquartile range over the median.",
  "Cold: before each sample the caches are emptied, and no line waits to be written back. Dirty: they are emptied by "
    + "writing over them, so that lines are written back inside the time. Hot: launches back to back.",
  "The speed of light is the least time for the problem's bytes at the rate of the fastest fill, copy or read of as "
    + "many bytes on the same device in the same run. Work is what no implementation can avoid.",
  "A step is the time of the variant that this one improves, over its own, in the same run.",
  "Published figures are shown with rows of the same problem; the page says what a document leaves open.",
];

/** The section of facts. */
function facts() {
  const head = ["fact", ...page.gpus.map((gpu) => gpu.label)];
  const rows = page.facts.map(([name, cells]) => [name, ...cells]);
  return section("the-facts", "The run", warnings(), tableOf("What ran on what", head, rows),
    copyButtons(() => [head, ...rows]),
    page.texts.map(([name, text]) => folded(name, make("pre", { tabindex: 0 }, text))),
    make("h3", {}, "How it was measured"), make("ul", { class: "how" }, HOW.map((text) => make("li", {}, text))));
}
