// The table of techniques: what each is worth, where it pays, what it helps. And what a technique opens: its steps, and
// of each the difference of the two sources, machine code and counters.

const PLOT = { wide: 280, low: 0.5, high: 32, edge: 8, row: 11 };
const ORDERS = { "": "largest gain first", pays: "pays most often", name: "by name" };

const groupClass = (technique) => `g${technique ? page.groups.indexOf(technique.group) : "none"}`;
const labelOf = (limit) => page.limits.find(([word]) => word === limit)?.[1] ?? limit;

/** What the filter leaves, as sums and facts have it. */
const filterKey = () => `${cacheShown()} ${state.limit || "*"}`;

/** What a technique is worth on a GPU, of the steps that the filter leaves; null where it was not measured so. */
const sumOf = (technique, setup) => technique.sums[filterKey()]?.[setup] ?? null;

/** Where it stops paying: what the rows say of those steps, then in general. */
const stopsOf = (technique) => [technique.facts[filterKey()], technique.words].filter(Boolean).join(" In general: ");

const stepsOf = (technique) => technique.steps[cacheShown()] || [];
const chosen = (step) => !state.limit || step.limits.includes(state.limit);

/** Where a gain lies on the axis, which ends at 0.5x and 32x. */
const alongAxis = (gain) => PLOT.edge + (PLOT.wide - 2 * PLOT.edge)
  * Math.max(0, Math.min(1, Math.log(gain / PLOT.low) / Math.log(PLOT.high / PLOT.low)));

/** The axis, as lines or with its numbers. */
const axisOf = (high, words) => [0.5, 1, 2, 4, 8, 16, 32].map((gain) => [gain, alongAxis(gain)]).map(([gain, x]) =>
  (words ? draw("text", { x, y: high, "text-anchor": "middle" }, `${gain}x`)
    : draw("line", { x1: x, x2: x, y1: 0, y2: high, class: gain === 1 ? "one" : "gridline" })));

/** A line for each GPU over all pairs, and a dot for each step, pale where a filter leaves it out. */
function plotOf(technique, gpus) {
  const high = 8 + PLOT.row * gpus.length;
  const rows = gpus.map((setup, place) => {
    const sum = sumOf(technique, setup), y = 4 + PLOT.row * (place + 0.5), kind = place ? "hollow" : "";
    if (!sum) return draw("text", { x: alongAxis(1) + 4, y: y + 4 }, "not measured");
    const [from, to] = sum.ends.map(alongAxis);
    return draw("g", { class: kind }, draw("line", { x1: from, x2: to, y1: y, y2: y, class: "range" }),
      stepsOf(technique).filter((step) => step.gpus[setup]).sort((a, b) => chosen(a) - chosen(b)).map((step) =>
        draw("circle", { cx: alongAxis(step.gpus[setup].gain), cy: y, r: 4, class: chosen(step) ? "" : "pale" },
          draw("title", {}, `${step.case}: ${step.new.replace(/^gpu\//, "")} ${step.gpus[setup].text} at ${
            step.gpus[setup].at}`))));
  });
  const words = gpus.map((setup) => `${page.gpus[setup].name} ${sumOf(technique, setup)?.text ?? "not measured"}`);
  return drawing(PLOT.wide, high, `${technique.name}: ${words.join(", ")}`, { class: "plot" }, axisOf(high), rows,
    draw("g", { class: "axis" }, axisOf(high + 10, true)));  // on phones, where the table has no head
}

/** The cells of figures, the first GPU's large, those of the others below it. */
function figuresOf(technique, gpus) {
  const [sum, ...others] = gpus.map((setup) => sumOf(technique, setup));
  const below = (what) => others.map((other, place) => make("small", {}, `${page.gpus[gpus[place + 1]].name} `,
    make("b", {}, other ? what(other) : "\u2013")));
  return [make("td", { class: "n figure" }, make("b", {}, sum?.text ?? "\u2013"), make("small", {}, sum?.spread),
    below((other) => other.text)),
  make("td", { class: "n pays" }, sum ? [make("b", {}, sum.pays), ` of ${sum.of}`] : "\u2013",
    below((other) => `${other.pays} of ${other.of}`))];
}

function techniqueRows(technique, gpus) {
  const open = state.technique === technique.id, id = `technique-${technique.id}`;
  const stops = stopsOf(technique), flip = () => go({ technique: open ? "" : technique.id, step: "", show: "" });
  const row = make("tr", { class: `technique ${groupClass(technique)}${open ? " open" : ""}`, id,
    on: { click: (event) => { if (!event.target.closest("button, a")) flip(); } } },
  make("th", { scope: "row" }, button(technique.name, flip, { class: "name", "aria-expanded": String(open),
    "aria-controls": open ? `${id}-steps` : undefined }),
  make("p", { title: technique.sentence }, technique.sentence)),
  make("td", { class: "helps" }, (technique.helps[cacheShown()] || []).map(labelOf).join(" \u00b7 ") || "\u2013"),
  make("td", { class: "plotted" }, plotOf(technique, gpus)), figuresOf(technique, gpus),
  make("td", { class: "stops" }, make("p", { title: stops }, stops)));
  return open ? [row, make("tr", { class: `steps detail ${groupClass(technique)}`, id: `${id}-steps` },
    make("td", { colspan: 6 }, techniqueDetails(technique, gpus)))] : [row];
}

/** What the search looks at: names, ideas, limits, cases, and the kernels of the steps. */
const textOfTechnique = (technique) => [technique.id, technique.name, technique.sentence, technique.cost,
  technique.group, stopsOf(technique), ...(technique.helps[cacheShown()] || []).map(labelOf),
  ...stepsOf(technique).flatMap((step) => [step.case, step.old, step.new,
    ...(caseNamed(step.case)?.byName.get(step.new)?.idea || [])])].join(" ");

/** The techniques that the filter and the search leave, in the order chosen; behind them those never measured. */
function techniquesShown(gpus) {
  const fitting = page.techniques.filter((one) => fits(textOfTechnique(one)));
  const sum = (one) => gpus.map((setup) => sumOf(one, setup)).find(Boolean);
  const by = { name: (a, b) => a.name.localeCompare(b.name), "": (a, b) => sum(b).median - sum(a).median,
    pays: (a, b) => sum(b).pays / sum(b).of - sum(a).pays / sum(a).of || sum(b).of - sum(a).of };
  return [fitting.filter(sum).sort(by[state.sort || ""]), state.limit ? [] : fitting.filter((one) => !sum(one))];
}

/** What is chosen for the table: what limits the kernel, and the order. And the colours of the groups. */
function filters() {
  const count = (limit) => page.techniques.filter((one) => one.helps[cacheShown()]?.includes(limit)).length;
  return make("div", { class: "filters" },
    make("div", { class: "limits", role: "group", "aria-label": "what limits the kernel" },
      make("b", {}, "What limits your kernel?"), [["", "any"], ...page.limits].map(([limit, text]) =>
        button([text, limit ? make("small", {}, ` ${count(limit)}`) : ""], () => go({ limit }),
          { "aria-pressed": String(limit === (state.limit || "")), title: limit
            ? "techniques that gained 5 % or more where this was the limit" : undefined }))),
    make("div", { class: "groups" }, page.groups.map((group, place) => make("span", { class: `g${place}` }, group)),
      make("label", {}, make("span", { class: "unseen" }, "order"), make("select", { on: { change: (event) =>
        go({ sort: event.target.value }) } }, Object.entries(ORDERS).map(([value, text]) =>
        make("option", { value, selected: value === (state.sort || "") }, text))))));
}

function techniques() {
  const gpus = shownGpus(), [known, others] = techniquesShown(gpus);
  if (!page.techniques.some((one) => Object.keys(one.sums).length)) return [note("No step was measured on a GPU.")];
  const helped = known.filter((one) => one.helps[cacheShown()].includes(state.limit)).length;
  const steps = known.flatMap(stepsOf).filter(chosen).length, names = gpus.map((setup) => page.gpus[setup].name);
  const gain = make("th", { scope: "col" }, "speedup (log scale)", drawing(PLOT.wide, 12, "from 0.5x to 32x",
    { class: "plot" }, axisOf(10, true)));
  const head = ["technique", "helps a kernel limited by", gain, `median step, ${names[0]}`, "pays in",
    "stops paying"].map((text) => (text === gain ? gain : make("th", { scope: "col" }, text)));
  return [make("h2", {}, "Which optimisation is worth what, and when does it stop paying?"),
    make("p", { class: "note lead" }, `${known.length} techniques, ${steps} steps of a kernel${
      state.limit ? `; ${helped} techniques gained 5 % or more` : ""}. A dot is a step at a `
      + `large size${gpus.length > 1 ? ` (${names[0]} full, ${names.slice(1).join(", ")} hollow)` : ""}, the line `
      + "spans all sizes and parameters; left of 1x it was slower."),
    filters(),
    known.length ? make("table", { class: "techniques" }, make("caption", { class: "unseen" }, "techniques"),
      make("thead", {}, make("tr", {}, head)), make("tbody", {}, known.map((one) => techniqueRows(one, gpus))))
      : make("p", {}, `No technique here: ${state.q ? "none fits the search" : notMeasured()}.`),
    others.length ? note(`${notMeasured()}: ${others.map(({ name }) => name).join(", ")}.`) : ""];
}

/** A small chart of a step's gain over size, with the line at 1x. */
function overSizes(step, gpus) {
  const lines = gpus.map((setup) => step.gpus[setup]?.sizes || []), all = lines.flat().sort(([a], [b]) => a - b);
  const gains = all.map(([, , gain]) => gain), [first, last] = [all[0], all.at(-1)];
  if (!all.length || first[0] === last[0]) return "";
  const along = (value, low, high) => Math.log(value / low) / Math.log(high / low);
  const atX = (x) => 6 + 150 * along(x, first[0], last[0]);
  const atY = (gain) => 36 - 30 * along(gain, Math.min(0.95, ...gains), Math.max(1.1, ...gains));
  return drawing(190, 52, "gain over size", { class: "small" },
    draw("line", { x1: 6, x2: 156, y1: atY(1), y2: atY(1), class: "one" }),
    draw("text", { x: 160, y: atY(1) + 3 }, "1x"), draw("text", { x: 6, y: 50 }, first[1]),
    draw("text", { x: 156, y: 50, "text-anchor": "end" }, last[1]),
    lines.map((points, place) => draw("g", { class: `line${place ? " hollow" : ""}` },
      draw("polyline", { points: points.map(([x, , gain]) => `${atX(x)},${atY(gain)}`).join(" ") }),
      points.map(([x, size, gain, text]) => draw("circle", { cx: atX(x), cy: atY(gain), r: 2.3 },
        draw("title", {}, `${size}: ${text}`))))));
}

/** What of a step is shown below it: the difference of the sources, the machine code, the counters. */
function stepPart(step) {
  const one = caseNamed(step.case), [from, to] = [step.old, step.new].map((name) => one.byName.get(name));
  if (!from || !to) return note("Not on this page.");
  if (state.show === "counters") return countersOf(one, to.name, from.name, 0);
  if (state.show === "code") return loopsOf(one, to, from);
  return step.back ? sourceOf(one, from, to.name) : sourceOf(one, to, from.name);
}

/** The row of a step, and of the part of it that is looked at; its link leads to the kernel. */
function stepRows(step, technique, gpus) {
  const one = caseNamed(step.case), on = gpus.map((setup) => step.gpus[setup]), first = on.find(Boolean);
  const figure = (part) => make("td", {}, part ? [make("b", {}, part.text), ` ${part.interval}`,
    make("small", {}, `${part.at}: ${part.times.join(" to ")}`)] : make("small", {}, notMeasured()));
  const name = step.back ? step.old : step.new, place = `${step.case}/${step.new}`;
  const open = state.step === place, idea = (one.byName.get(name)?.idea || [""])[0];
  const row = make("tr", {}, make("th", { scope: "row" }, link(hrefOf(one, name), `${step.case}: `,
    breakable(shortName(one, step.old)), " to ", breakable(shortName(one, step.new))),
  step.back ? make("small", {}, "registered the other way round") : "", make("small", { class: "idea" }, idea)),
  on.map(figure), make("td", {}, overSizes(step, gpus), make("small", {}, step.stops && `pays: ${step.stops}`)),
  make("td", { class: "turn" }, first.before, " \u2192 ", first.after,
    first.counted ? make("small", {}, `counted at ${first.counted}`) : ""), make("td", {}, first.registers || ""),
  make("td", {}, [...(first.params || []), ...(first.states || [])].map((text) => make("small", {}, text))),
  make("td", { class: "looks" }, known.show.map((what) => button(what === "code" ? "machine code" : what, () =>
    go(open && state.show === what ? { step: "", show: "" } : { technique: technique.id, step: place, show: what }),
  { "aria-pressed": String(open && state.show === what) }))));
  return open && state.show
    ? [row, make("tr", { class: "look" }, make("td", { colspan: gpus.length + 6 }, stepPart(step)))] : [row];
}

/** All that a technique opens; of a filtered table the steps that fit. */
function techniqueDetails(technique, gpus) {
  const steps = stepsOf(technique).filter(chosen).filter((step) => gpus.some((setup) => step.gpus[setup]));
  const also = (technique.also[cacheShown()] || []).map(([name, variant, text], place) => [place ? "; " : "",
    link(hrefOf(caseNamed(name), variant), text)]);
  const head = ["step", ...gpus.map((setup) => page.gpus[setup].name), "gain over size (log)",
    `limit before and after, ${page.gpus[gpus[0]].name}`, "registers", "parameters, other caches", "look at"];
  return make("div", { class: "details" }, make("p", {}, make("b", {}, "Cost: "), technique.cost),
    boxed(`steps of ${technique.name}`, make("table", {}, headRow(head), make("tbody", {}, steps.flatMap((step) =>
      stepRows(step, technique, gpus))))),
    also.length ? note("Part of other steps, too: ", also) : "");
}
