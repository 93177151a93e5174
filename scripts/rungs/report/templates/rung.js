// What a rung opens: why the step is one, counters before and after, samples, source, command.

/** How a counter changed: '-59 %', '2.31x', of a share '+7 points'; '' where there is no number. Takes two [name, text,
 * number]. */
function changeOf(before, after) {
  if (!before?.[2] || after?.[2] === null || after?.[2] === undefined) return "";
  const signed = (value, unit) => (Math.round(value) ? `${value < 0 ? "" : "+"}${Math.round(value)} ${unit}` : "same");
  if (after[1].endsWith("%")) return signed(after[2] - before[2], "points");
  const ratio = after[2] / before[2];
  return ratio > 2 ? `${ratio.toPrecision(3)}x` : signed(100 * (ratio - 1), "%");
}

/** The counters of a rung next to those of what it improves, for each GPU that is shown: of the problem or, where it
 * was not counted, of the first that was. */
function countersOf(one, variant, below, shown) {
  const made = shownGpus().map((setup, place) => {
    const there = one.problems.map((_, problem) => problem).filter((problem) =>
      one.countedAt.has(keyOf(setup, variant, problem)));
    const problem = there.includes(shown) ? shown : there.find((at) => one.countedAt.has(keyOf(setup, below, at)))
      ?? there[0];
    if (problem === undefined) return "";
    const by = (name) => new Map((one.countedAt.get(keyOf(setup, name, problem)) || []).map((line) => [line[0], line]));
    const after = by(variant), before = by(below);
    const rows = [...new Set([...after.keys(), ...before.keys()])]
      .map((name) => [name, before.get(name), after.get(name)])
      .filter(([, was, is]) => (was?.[2] ?? 1) || (is?.[2] ?? 1));
    const cells = ([name, was, is]) => [name, ...(before.size ? [was?.[1] || "", is?.[1] || "", changeOf(was, is)]
      : [is?.[1] || ""])];
    const head = ["counter", ...(before.size ? [shortName(one, below), shortName(one, variant), "change"]
      : [shortName(one, variant)])];
    const tableFor = (some) => tableOf(`Counted by Nsight Compute on ${page.gpus[setup].name} at ${
      one.problems[problem][1]}, caches emptied`, head, some.map(cells), [1, 2, 3]);
    const main = tableFor(rows.filter(([, was, is]) => (is || was)[3]));
    return [place ? folded(`Counters on ${page.gpus[setup].name}`, main) : main,
      folded(`All ${rows.length} counters`, tableFor(rows))];
  }).filter(Boolean);
  return made.length ? made : [note("Not counted.")];
}

function allRows(one, variant) {
  const rows = one.rows.filter((row) => row[1] === variant).map(([setup, , problem, cache, part]) => [
    one.problems[problem][1], cache === NO_CACHE ? "" : cache, machine(setup, page.gpus[setup].name),
    part.time || part.status || "", part.noise || "", part.rate || "", part.share || "",
    part.gain ? gainOf(part.gain) : "", part.published || "",
    [...(part.figures || []), part.message || ""].filter(Boolean).join("; ")]);
  const head = ["problem", "caches", "GPU", "time", "spread", "rate", "limit", "step", "published", "remarks"];
  return folded(`All ${rows.length} rows of it`, tableOf("Every problem at which it was run", head, rows, [3, 4, 5]));
}

function headOfRung(one, variant, setup, part) {
  const below = shortName(one, one.byName.get(variant).improves);
  const said = [part.time, part.share, part.rate, part.bound ? `bound by ${part.bound}` : ""].filter(Boolean);
  return make("div", { class: "rungpart" },
    make("p", { class: "headline" }, machineName(setup, ": "), said.join(" \u00b7 "),
      part.gain ? [" \u00b7 ", gainOf(part.gain), ` than ${below}`, part.interval ? ` ${part.interval}` : ""] : ""),
    part.explained ? make("p", { class: "cause" }, part.explained) : "",
    (part.badges || []).map(([badge, text]) => make("p", { class: "warning" },
      make("span", { class: "badge warn" }, badge), ` ${text}`)),
    part.range ? note([`${part.samples || "?"} samples`, part.range, `median ${part.time}`,
      part.noise && `spread ${part.noise}`, part.clock].filter(Boolean).join(", ")) : "",
    make("p", { class: "command" }, make("code", {}, part.command)));
}

function rungDetails(one, name, problem) {
  const variant = one.byName.get(name);
  const pair = (left, right) => (right.flat(Infinity).some(Boolean)
    ? make("div", { class: "pair" }, make("div", {}, left), make("div", { class: "counted" }, right))
    : make("div", {}, left));
  return make("div", { class: "details" },
    pair([(variant.idea || []).map((text) => make("p", { class: "told" }, text)),
      partsOf(one, name, problem).map(([setup, part]) => headOfRung(one, name, setup, part))],
    countersOf(one, name, variant.improves, problem)),
    pair([sourceOf(one, variant)], /^(host|peer)/.test(name) ? []
      : loopsOf(one, variant, one.byName.get(variant.improves))),
    allRows(one, name), note(button("Close", () => go({ step: "" }))));
}
