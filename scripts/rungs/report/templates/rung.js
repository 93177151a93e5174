// What a bar opens: why the step is one, counters before and after, samples, source, command.

/**
 * How a counter changed: '-59 %', '2.31x', of a share '+7 points'; '' where there is no number. Takes two [name, text,
 * number].
 */
function changeOf(before, after) {
  if (!before?.[2] || after?.[2] === null || after?.[2] === undefined) return "";
  const signed = (value, unit) => (Math.round(value) ? `${value < 0 ? "" : "+"}${Math.round(value)} ${unit}` : "same");
  if (after[1].endsWith("%")) return signed(after[2] - before[2], "points");
  const ratio = after[2] / before[2];
  return ratio > 2 ? `${ratio.toPrecision(3)}x` : signed(100 * (ratio - 1), "%");
}

/** The counters of a rung beside those of what it improves. */
function countersOf(one, variant, below, problem) {
  const made = view.gpus.map((setup, place) => {
    const mine = one.countedAt.get([setup, variant, problem].join("\n"));
    if (!mine) return "";
    const old = new Map((one.countedAt.get([setup, below, problem].join("\n")) || []).map((line) => [line[0], line]));
    const names = [...new Set([...mine.map(([name]) => name), ...old.keys()])];
    const after = new Map(mine.map((line) => [line[0], line]));
    const rows = names.filter((name) => (old.get(name)?.[2] ?? 1) || (after.get(name)?.[2] ?? 1)).map((name) => {
      const [was, is] = [old.get(name), after.get(name)];
      return [name, ...(old.size ? [was?.[1] || ""] : []), is?.[1] || "",
        ...(old.size ? [changeOf(was, is)] : [])];
    });
    const head = old.size ? ["counter", shortName(one, below), shortName(one, variant), "change"]
      : ["counter", shortName(one, variant)];
    const main = rows.filter(([name]) => (after.get(name) || old.get(name))[3]);
    const where = `Counted by Nsight Compute on ${page.gpus[setup].name}, caches emptied`;
    const table = tableOf(where, head, main, [1, 2, 3]);
    return [place ? make("details", {}, make("summary", {}, `Counters on ${page.gpus[setup].name}`), table) : table,
      make("details", {}, make("summary", {}, `All ${rows.length} counters`),
        tableOf(where, head, rows, [1, 2, 3]), copyButtons(() => [head, ...rows]))];
  });
  return made.filter(Boolean);
}

/** Where the samples of a row lie: a histogram where they were kept, else from the least to the 95th percentile. */
function samplesOf(part) {
  if (!part.ends) return "";
  const [low, high, counts] = part.samples_taken || [part.ends[0], part.ends[1], null];
  const wide = 220, high_ = 34, at = (us) => wide * (high > low ? (us - low) / (high - low) : 0.5);
  const most = counts ? Math.max(...counts) : 1;
  const bars = counts ? counts.map((count, place) => draw("rect", { x: wide * place / counts.length,
    width: wide / counts.length, y: high_ * (1 - count / most), height: high_ * count / most, class: "count" }))
    : [draw("rect", { x: 0, y: high_ / 3, width: wide, height: high_ / 3, class: "count" })];
  return make("figure", { class: "samples" },
    draw("svg", { viewBox: `0 0 ${wide} ${high_}`, preserveAspectRatio: "xMinYMid meet", role: "img",
      "aria-label": `samples from ${part.range}` }, bars,
      draw("line", { x1: at(part.us), x2: at(part.us), y1: 0, y2: high_, class: "median" })),
    make("figcaption", {}, `${part.samples || "?"} samples, ${part.range}, median ${part.time}`
      + `${part.noise ? `, spread ${part.noise}` : ""}${part.clock ? `, ${part.clock}` : ""}`));
}

/** Every problem and cache state at which a variant was run. */
function allRows(one, variant) {
  const mine = one.rows.filter((row) => row[1] === variant);
  const rows = mine.map(([setup, , problem, cache, part]) => [one.problems[problem][1], cache === NO_CACHE ? "" : cache,
    machine(setup, page.gpus[setup].name), part.time || part.status || "", part.noise || "", part.rate || "",
    part.share || "", part.gain ? gainOf(part.gain) : "", part.published || "",
    [...(part.figures || []), part.message || ""].filter(Boolean).join("; ")]);
  const head = ["problem", "caches", "GPU", "time", "spread", "rate", "limit", "step", "published", "remarks"];
  const box = tableOf("Every problem at which it was run", head, rows, [3, 4, 5]);
  return make("details", {}, make("summary", {}, `All ${rows.length} rows of it`), box,
    copyButtons(() => textsOf(box.querySelector("table"))));
}

function headOfRung(one, variant, setup, part) {
  const below = one.byName.get(variant).improves;
  const said = [part.time, part.share, part.rate, part.bound ? `bound by ${part.bound}` : ""].filter(Boolean);
  return make("div", { class: "rungpart" },
    make("p", { class: "headline" }, view.gpus.length > 1 ? machine(setup, `${page.gpus[setup].name}: `) : "",
      said.join(" \u00b7 "), part.gain ? [" \u00b7 ", gainOf(part.gain), ` than ${shortName(one, below)}`] : ""),
    part.explained ? make("p", { class: "cause" }, part.explained) : "",
    adviceOf(one, variant, part),
    (part.badges || []).map(([badge, text]) => make("p", { class: "warning" },
      make("span", { class: "badge warn" }, badge), ` ${text}`)),
    samplesOf(part),
    make("p", { class: "command" }, make("code", {}, part.command), " ",
      button("Copy", (event) => copy(part.command, event.currentTarget))));
}

function claimsOf(variant) {
  if (!variant.claims) return "";
  return make("p", { class: "note" }, "Claims on it: ", variant.claims.map((number, place) => [place ? ", " : "",
    make("a", { href: `#claim-${number}` }, page.claims.lines[number].name)]));
}

/** All that is known of a rung at a problem. */
function rungDetails(one, name, problem) {
  const variant = one.byName.get(name), below = variant.improves;
  const parts = view.gpus.map((setup) => [setup, rowAt(one, setup, name, problem, cacheOf(one, setup, problem))])
    .filter(([, part]) => part);
  const beside = (left, right) => (right.flat(Infinity).some(Boolean)
    ? make("div", { class: "pair" }, make("div", {}, left), make("div", { class: "counted" }, right))
    : make("div", {}, left));
  return make("div", { class: "details" },
    beside([(variant.idea || []).map((text) => make("p", { class: "idea" }, text)),
      parts.map(([setup, part]) => headOfRung(one, name, setup, part)), claimsOf(variant)],
    countersOf(one, name, below, problem)),
    beside([sourceOf(one, variant)], loopsOf(one, variant)),
    variant.compiled ? make("details", {}, make("summary", {}, "Compiled kernels"),
      tableOf("What the compiler made of it", ["kernel", "fact", ""], variant.compiled, [2])) : "",
    allRows(one, name),
    make("p", { class: "note" }, button("Close", () => toggleRung(one, name))));
}
