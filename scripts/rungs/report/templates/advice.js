// Advice against reality: what Nsight Compute's rules advised on a variant, and what its next step saved.

/** What was advised on the variant before a step, '' where its rules were not asked. */
function adviceOf(one, name, part) {
  const found = part.advised;
  if (!found) return "";
  const below = shortName(one, one.byName.get(name).improves);
  return make("details", { class: "advice" }, make("summary", {}, `Nsight Compute advised on ${below}: ${found.rule}`,
    found.estimate ? `, an estimated ${found.estimate}` : "", `; this step ${found.saved}`),
  make("p", {}, found.message || "It gave no reason."));
}

/** All steps with advice on a GPU, as a table; '' without any. */
function adviceTable(setup) {
  const found = page.cases.flatMap((one) => one.rows.filter(([number, , , , part]) => number === setup && part.advised)
    .map(([, name, problem, , part]) => [one, name, problem, part.advised]));
  if (!found.length) return "";
  const head = ["step", "problem", "bound before", "advice", "estimate", "the step", "about what bound it"];
  const texts = found.map(([one, name, problem, advised]) => [
    `${one.title}: ${shortName(one, one.byName.get(name).improves)} to ${shortName(one, name)}`,
    one.problems[problem][1], advised.before, advised.rule, advised.estimate, advised.saved,
    advised.gained ? (advised.right ? "yes" : "no") : ""]);
  const rows = texts.map(([step, ...others], place) => [make("a", { href: addressOf({ case: found[place][0].name,
    variant: found[place][1] }) }, step), ...others]);
  const gained = found.filter(([, , , advised]) => advised.gained), right = gained.filter(([, , , one]) => one.right);
  return [make("p", {}, page.gpus.length > 1 ? machine(setup, `${page.gpus[setup].name}: `) : "",
    `of ${gained.length} steps that saved 5 % or more, ${right.length} had advice about what bound the variant.`),
  tableOf("Nsight Compute's largest estimate for each variant, and what its next step saved", head, rows),
  copyButtons(() => [head, ...texts])];
}

/** The section, '' without any advice. */
function advice() {
  const made = page.gpus.map((gpu, setup) => adviceTable(setup)).filter(Boolean);
  return made.length ? make("section", { id: "the-advice" }, make("h2", {}, "Advice against reality"), made) : "";
}
